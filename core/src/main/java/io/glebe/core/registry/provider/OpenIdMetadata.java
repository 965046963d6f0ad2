package io.glebe.core.registry.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The client of an app as metadata of OpenID dynamic client registration (RFC 7591). */
final class OpenIdMetadata {
  private static final String EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
  private static final String CLIENT_CREDENTIALS = "client_credentials";

  /** People without a subject in the platform are recognized by their address. */
  private static final String EMAIL = "email";

  private OpenIdMetadata() {}

  static ObjectNode of(ClientDescription client) {
    ObjectNode json = Json.object();
    json.put("client_name", client.name());
    json.put("software_id", client.id());
    json.put("software_version", Integer.toString(client.version()));
    ArrayNode redirects = json.putArray("redirect_uris");
    client.redirects().forEach(uri -> redirects.add(uri.toString()));
    grants(client).forEach(json.putArray("grant_types")::add);
    json.putArray("response_types").add("code");
    json.put("application_type", "web");
    json.put("token_endpoint_auth_method", "private_key_jwt");
    json.set("jwks", KeycloakRepresentation.keys(client));
    json.put("scope", EMAIL + " " + String.join(" ", new TreeSet<>(client.scopes())));
    json.put("backchannel_logout_uri", client.backChannelLogout().toString());
    json.put("backchannel_logout_session_required", true);
    return json;
  }

  private static List<String> grants(ClientDescription client) {
    List<String> grants = new ArrayList<>(List.of("authorization_code", "refresh_token", EXCHANGE));
    if (client.clientCredentials()) {
      grants.add(CLIENT_CREDENTIALS);
    }
    return grants;
  }

  /** A difference between a client and its registration, which a provider may change (RFC 7591). */
  static Optional<String> difference(ClientDescription client, ObjectNode registered) {
    if (!registered.path("token_endpoint_auth_method").asText().equals("private_key_jwt")) {
      return Optional.of("another authentication");
    }
    Set<String> redirects =
        client.redirects().stream().map(URI::toString).collect(Collectors.toSet());
    if (!texts(registered.path("redirect_uris")).equals(redirects)) {
      return Optional.of("other redirect URIs");
    }
    Set<String> grants = texts(registered.path("grant_types"));
    if (!grants.equals(Set.copyOf(grants(client)))) {
      return Optional.of("other grants");
    }
    JsonNode scope = registered.path("scope");
    if (scope.isTextual()) {
      Set<String> scopes = new HashSet<>(Arrays.asList(scope.textValue().split(" ")));
      if (!scopes.containsAll(client.scopes())) {
        return Optional.of("fewer scopes");
      }
    }
    return Optional.empty();
  }

  private static Set<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).collect(Collectors.toSet());
  }
}
