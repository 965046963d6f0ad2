package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.RSAKey;
import io.glebe.core.json.Json;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.Map;

/** The administrator of the realm, who changes its keys. */
final class KeycloakAdministrator {
  private static final String PROVIDER = "org.keycloak.keys.KeyProvider";
  private static final int HIGHEST = 1000;

  private final Keycloak keycloak;
  private final Browser browser = new Browser();

  KeycloakAdministrator(Keycloak keycloak) {
    this.keycloak = keycloak;
  }

  private HttpResponse<String> send(String method, String path, String body) {
    Map<String, String> form =
        Map.of(
            "grant_type",
            "password",
            "client_id",
            "admin-cli",
            "username",
            KeycloakRealm.ADMINISTRATOR,
            "password",
            KeycloakRealm.PASSWORD);
    URI master =
        URI.create(
            "http://127.0.0.1:" + keycloak.port() + "/realms/master/protocol/openid-connect/token");
    String token = KeycloakApps.ok(browser.post(master, form)).path("access_token").asText();
    return browser.send(
        HttpRequest.newBuilder(URI.create(keycloak.admin() + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
  }

  /** Adds a key that signs from now on, and returns its component. */
  String addKey(RSAKey key) throws JOSEException {
    ObjectNode component = Json.object().put("name", "rotated").put("providerId", "rsa");
    component.put("providerType", PROVIDER);
    ObjectNode config = component.putObject("config");
    config.putArray("priority").add(Integer.toString(HIGHEST));
    config.putArray("algorithm").add("RS256");
    config.putArray("privateKey").add(pem(key.toRSAPrivateKey().getEncoded()));
    HttpResponse<String> added = send("POST", "/components", Json.write(component));
    assertThat(added.statusCode()).as(added.body()).isEqualTo(201);
    String location = added.headers().firstValue("Location").orElseThrow();
    return location.substring(location.lastIndexOf('/') + 1);
  }

  /** Removes a key; its tokens are no longer valid. */
  void removeKey(String component) {
    assertThat(send("DELETE", "/components/" + component, "").statusCode()).isEqualTo(204);
  }

  private static String pem(byte[] pkcs8) {
    return "-----BEGIN PRIVATE KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(pkcs8)
        + "\n-----END PRIVATE KEY-----";
  }
}
