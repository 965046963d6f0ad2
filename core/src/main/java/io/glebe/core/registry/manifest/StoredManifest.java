package io.glebe.core.registry.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWK;
import io.glebe.core.json.Json;
import java.net.URI;
import java.text.ParseException;
import java.util.List;

/** Reads a manifest that was accepted and stored. */
public final class StoredManifest {
  private StoredManifest() {}

  /** The manifest, without checking it again. */
  public static AppManifest of(ObjectNode json) {
    return new AppManifest(
        json.path("name").asText(),
        json.path("description").asText(),
        json.path("publicKeys").valueStream().map(StoredManifest::key).toList(),
        json.path("redirectUris").valueStream().map(uri -> URI.create(uri.asText())).toList(),
        URI.create(json.path("backChannelLogoutUri").asText()),
        json.path("access").valueStream().map(StoredManifest::access).toList(),
        json.path("clientCredentials").asBoolean(false));
  }

  private static JWK key(JsonNode json) {
    try {
      return JWK.parse(Json.write(json));
    } catch (ParseException e) {
      throw new IllegalStateException("a stored key cannot be read", e);
    }
  }

  private static AppManifest.ApiAccess access(JsonNode api) {
    List<String> scopes = api.path("scopes").valueStream().map(JsonNode::asText).toList();
    return new AppManifest.ApiAccess(api.path("audience").asText(), scopes);
  }
}
