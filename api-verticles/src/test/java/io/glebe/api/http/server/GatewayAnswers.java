package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;

/** Reads the answers of the gateway in its tests. */
final class GatewayAnswers {
  private GatewayAnswers() {}

  /** The first value of a header; empty if the answer has none. */
  static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  /** The problem document of an answer, checked against its status and headers. */
  static ObjectNode problem(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(header(response, "Content-Type")).isEqualTo("application/problem+json");
    assertThat(header(response, "Cache-Control")).isEqualTo("no-store");
    ObjectNode json = Json.parseObject(response.body());
    assertThat(json.path("status").asInt()).isEqualTo(status);
    assertThat(json.path("instance").asText()).isEqualTo(header(response, "X-Request-Id"));
    return json;
  }
}
