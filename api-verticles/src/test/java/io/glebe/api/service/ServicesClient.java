package io.glebe.api.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** Calls the service registry of the shared platform as people and as services. */
final class ServicesClient {
  static final String MAINTAINER = "maintainer";

  private final TestPlatform platform = TestPlatform.shared();

  /** A service of the registry with its secret. */
  record Service(String id, String secret) {
    String clientId() {
      return "svc-" + id;
    }
  }

  /** A token of the development identity. */
  String token(String user) {
    return token(user, "glebe-cli");
  }

  /** The token of a client that acts for a user. */
  String token(String user, String client) {
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&audience=farm-api&user=%s&client=%s"
            .formatted(user, client);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(platform.uri("/dev/identity/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form));
    return Json.parseObject(platform.send(request).body()).path("access_token").asText();
  }

  HttpResponse<String> send(String bearer, String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(platform.uri(path)).header("Authorization", "Bearer " + bearer);
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return platform.send(
        request.method(
            method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
  }

  HttpResponse<String> as(String user, String method, String path, JsonNode body) {
    return send(token(user), method, path, body.isMissingNode() ? "" : Json.write(body));
  }

  HttpResponse<String> get(String user, String path) {
    return send(token(user), "GET", path, "");
  }

  HttpResponse<String> post(String user, String path, JsonNode body) {
    return as(user, "POST", path, body);
  }

  static ObjectNode ok(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return Json.parseObject(response.body());
  }

  /** Onboards a service with a secret. */
  Service onboard(String name) {
    ObjectNode made = ok(post(MAINTAINER, "/services", Json.object().put("name", name)), 201);
    return new Service(made.path("id").asText(), made.path("clientSecret").asText());
  }

  HttpResponse<String> signIn(String... fields) {
    StringBuilder form = new StringBuilder("grant_type=client_credentials");
    for (int i = 0; i < fields.length; i += 2) {
      String value = URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8);
      form.append('&').append(fields[i]).append('=').append(value);
    }
    return platform.send(
        HttpRequest.newBuilder(platform.uri("/services/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form.toString())));
  }

  /** A token of the service. */
  String token(Service service) {
    return ok(signIn("client_id", service.clientId(), "client_secret", service.secret()), 200)
        .path("access_token")
        .asText();
  }
}
