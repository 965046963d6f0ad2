package io.glebe.api.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import io.glebe.core.identity.ClientKeys;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The realm that we ship, with people and clients for tests. */
final class KeycloakRealm {
  static final Path SHIPPED = Path.of("../docker/keycloak/glebe-realm.json");
  static final String ADMINISTRATOR = "administrator";
  static final String PASSWORD = UUID.randomUUID().toString();

  /** Secret of the client with which the platform makes the clients of apps. */
  static final String REGISTRY_SECRET = UUID.randomUUID().toString();

  /** A confidential client beside the app registry. */
  static final TestApp APP = TestApp.withNamedKey("ext-it");

  /** A public client, which may not exchange tokens. */
  static final String PUBLIC_CLIENT = "public-console";

  static final JWK CONSOLE_KEY = ClientKeys.create();

  /** The console renews its tokens soon, so that tests see it. */
  private static final String CONSOLE_TOKEN_SECONDS = "40";

  private KeycloakRealm() {}

  /** The variables of the realm file. */
  static Map<String, String> environment(String platform) {
    String keys = new JWKSet(CONSOLE_KEY).toString(true);
    return Map.of(
        "GLEBE_URL", platform,
        "GLEBE_CONSOLE_JWKS", keys.replace("\"", "\\\""),
        "GLEBE_REGISTRY_SECRET", REGISTRY_SECRET);
  }

  /** The password of a person; the realm requires 12 characters. */
  static String password(String person) {
    return person + "-test-password";
  }

  static String withAdditions() throws IOException {
    ObjectNode realm = Json.parseObject(Files.readAllBytes(SHIPPED));
    realm.withArray("/users").add(person("ana")).add(person("bo"));
    console(realm).withArray("/redirectUris").add("http://localhost:*");
    console(realm).withObject("/attributes").put("access.token.lifespan", CONSOLE_TOKEN_SECONDS);
    realm.withArray("/clients").add(app()).add(publicClient());
    return Json.write(realm);
  }

  private static ObjectNode console(ObjectNode realm) {
    for (JsonNode client : realm.path("clients")) {
      if (client.path("clientId").asText().equals("glebe-console")) {
        return (ObjectNode) client;
      }
    }
    throw new IllegalStateException("the realm has no client of the console");
  }

  private static ObjectNode person(String name) {
    ObjectNode person = Json.object().put("username", name).put("enabled", true);
    person.put("email", name + "@glebe.example").put("emailVerified", true);
    person.put("firstName", name).put("lastName", "Tester");
    person
        .putArray("credentials")
        .addObject()
        .put("type", "password")
        .put("value", password(name))
        .put("temporary", false);
    return person;
  }

  private static ObjectNode client(String id) {
    ObjectNode client = Json.object().put("clientId", id).put("enabled", true);
    client.put("standardFlowEnabled", true).put("directAccessGrantsEnabled", false);
    client.put("fullScopeAllowed", false);
    client.putArray("defaultClientScopes").add("basic");
    client.putArray("optionalClientScopes").add("farm-read").add("farm-write");
    return client;
  }

  private static ObjectNode publicClient() {
    ObjectNode client = client(PUBLIC_CLIENT).put("publicClient", true);
    client.putArray("redirectUris").add("http://localhost/*");
    return client;
  }

  private static ObjectNode app() {
    ObjectNode client = client(APP.id()).put("publicClient", false);
    client.put("clientAuthenticatorType", "client-jwt").put("serviceAccountsEnabled", true);
    client.putArray("redirectUris").add(TestApp.REDIRECT.toString());
    client.set(
        "attributes",
        Json.object()
            .put("use.jwks.string", "true")
            .put("jwks.string", APP.jwks())
            .put("token.endpoint.auth.signing.alg", "ES256")
            .put("pkce.code.challenge.method", "S256")
            .put("standard.token.exchange.enabled", "true"));
    return client;
  }

  /** The names of the client scopes of the file. */
  static List<String> scopes(ObjectNode realm) {
    return realm
        .path("clientScopes")
        .valueStream()
        .map(scope -> scope.path("name").asText())
        .toList();
  }
}
