package io.glebe.core.registry.manifest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWK;
import io.glebe.core.json.Json;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The accepted manifest of an app.
 *
 * @param name display name, also on the consent page
 * @param publicKeys with which the app signs its assertions; never private keys
 * @param redirectUris compared letter by letter
 * @param backChannelLogoutUri receives the logout tokens
 * @param access the APIs that the app calls, each with its scopes
 * @param clientCredentials whether the app also works as itself, without a person
 */
public record AppManifest(
    String name,
    String description,
    List<JWK> publicKeys,
    List<URI> redirectUris,
    URI backChannelLogoutUri,
    List<ApiAccess> access,
    boolean clientCredentials) {
  /** Members of a manifest. */
  static final List<String> MEMBERS =
      List.of(
          "name",
          "description",
          "publicKeys",
          "redirectUris",
          "backChannelLogoutUri",
          "access",
          "clientCredentials");

  /**
   * The access to one API.
   *
   * @param audience name of the API in the claim {@code aud}
   */
  public record ApiAccess(String audience, List<String> scopes) {
    public ApiAccess {
      scopes = List.copyOf(scopes);
    }
  }

  public AppManifest {
    publicKeys = List.copyOf(publicKeys);
    redirectUris = List.copyOf(redirectUris);
    access = List.copyOf(access);
  }

  /** All scopes of all APIs. */
  public Set<String> scopes() {
    return access.stream()
        .flatMap(api -> api.scopes().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The manifest as JSON. */
  public ObjectNode toJson() {
    ObjectNode json = Json.object().put("name", name).put("description", description);
    ArrayNode keys = json.putArray("publicKeys");
    publicKeys.forEach(key -> keys.add(Json.parse(key.toJSONString())));
    ArrayNode redirects = json.putArray("redirectUris");
    redirectUris.forEach(uri -> redirects.add(uri.toString()));
    json.put("backChannelLogoutUri", backChannelLogoutUri.toString());
    ArrayNode apis = json.putArray("access");
    for (ApiAccess api : access) {
      api.scopes()
          .forEach(apis.addObject().put("audience", api.audience()).putArray("scopes")::add);
    }
    if (clientCredentials) {
      json.put("clientCredentials", true);
    }
    return json;
  }
}
