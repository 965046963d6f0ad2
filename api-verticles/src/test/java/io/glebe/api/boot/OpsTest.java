package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpsTest {
  private static HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(TestPlatform.shared().uri(path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return TestPlatform.shared().send(request);
  }

  @Test
  void healthShowsTheBuild() {
    HttpResponse<String> health = get("/health");
    assertThat(health.statusCode()).isEqualTo(200);
    assertThat(Json.parseObject(health.body()).at("/build/java").asText()).startsWith("25");
  }

  @Test
  void readinessListsItsParts() {
    HttpResponse<String> ready = get("/health/ready");
    assertThat(ready.statusCode()).isEqualTo(200);
    assertThat(Json.parseObject(ready.body()).at("/parts/database").asText()).isEqualTo("ready");
  }

  @Test
  void metricsCountByRouteTemplate() {
    get("/problems/v1/not-found");
    assertThat(get("/metrics").body())
        .contains(
            "glebe_http_requests_seconds_count{method=\"GET\",route=\"/problems/v1/{slug}\",status=\"200\"}")
        .contains("jvm_memory_used_bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/health", "/health/live", "/health/ready", "/metrics"})
  void healthAndMetricsHaveNoParametersAndADocument(String path) {
    HttpResponse<String> refused = get(path + "?verbose=true");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("verbose");
    assertThat(Json.parseObject(get("/api/v2/openapi.json").body()).path("paths").has(path))
        .isTrue();
  }

  @Test
  void operationsEndpointsAreRefusedThroughAProxy() {
    assertThat(get("/metrics", "X-Forwarded-For", "203.0.113.9").statusCode()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /metrics HTTP/1.0\r\nHost: localhost\r\n",
        "GET /metrics HTTP/1.0\r\n",
        "GET /health HTTP/1.1\r\nHost: farm.example\r\nConnection: close\r\n"
      })
  void aProxyOnThisMachineThatAddsNothingIsRecognised(String request) throws IOException {
    URI address = TestPlatform.shared().uri("/");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
      socket.getOutputStream().write((request + "\r\n").getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer.lines().findFirst().orElse("")).containsPattern(" (400|403|421) ");
    }
  }

  @Test
  void problemTypesHavePages() {
    assertThat(get("/problems/v1/invalid-transition", "Accept", "text/html").body())
        .contains("<h1>Invalid transition</h1>");
    assertThat(get("/problems/v1/nonsense").statusCode()).isEqualTo(404);
  }

  @Test
  void theDocumentNamesTheTypesOfProblemsAndTheFormsOfTheirPages() {
    JsonNode document = Json.parse(get("/api/v2/openapi.json").body());
    JsonNode operation = document.path("paths").path("/problems/v1/{slug}").path("get");
    assertThat(operation.at("/responses/200/content").properties())
        .extracting(Map.Entry::getKey)
        .containsExactlyInAnyOrder("text/html", "application/json");
    for (JsonNode slug : operation.at("/parameters/0/schema/enum")) {
      String path = "/problems/v1/" + slug.asText();
      assertThat(Json.parse(get(path, "Accept", "application/json").body()).path("type").asText())
          .endsWith(path);
    }
    assertThat(get("/problems/v1/not-found?language=sl").statusCode()).isEqualTo(400);
  }
}
