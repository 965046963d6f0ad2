package io.glebe.api.matrix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.UUID;

/** The transports by which an operation is sent to the platform. */
enum Transport {
  HTTP_1(HttpClient.Version.HTTP_1_1),
  HTTP_2(HttpClient.Version.HTTP_2),
  /** A read without a response body. */
  HEAD(HttpClient.Version.HTTP_1_1),
  /** An operation of an outbox: {@code POST /v1/$batch}. */
  BATCH(HttpClient.Version.HTTP_1_1);

  private static final Set<String> BATCHED = Set.of("PUT", "PATCH", "DELETE");

  private final HttpClient client;

  Transport(HttpClient.Version version) {
    client = HttpClient.newBuilder().version(version).build();
  }

  /** Status and body of a response. */
  record Answer(int status, String body) {}

  boolean carries(Target target) {
    return switch (this) {
      case HEAD -> target.reads();
      case BATCH ->
          BATCHED.contains(target.method())
              && target.route().template().matches("/v1/[a-z-]+/\\{id}");
      default -> true;
    };
  }

  /**
   * @param token empty for none
   */
  Answer send(Target target, String token) {
    return send(target, token, true);
  }

  /**
   * @param guarded whether to send a version that no record has, if the operation accepts one, so
   *     that nothing is changed
   */
  Answer send(Target target, String token, boolean guarded) {
    return this == BATCH ? batched(target, token, guarded) : plain(target, token, guarded);
  }

  private Answer plain(Target target, String token, boolean guarded) {
    HttpResponse<String> answer = exchange(request(target, token, guarded));
    return new Answer(answer.statusCode(), answer.body());
  }

  /** Sends a request unchanged, without a version. */
  HttpResponse<String> exchange(Target target, String token) {
    return exchange(request(target, token, false));
  }

  private HttpRequest.Builder request(Target target, String token, boolean guarded) {
    HttpRequest.Builder request = request(target.path(), token);
    if (!target.body().isEmpty()) {
      request.header("Content-Type", target.mediaType());
    }
    if (guarded && target.takesVersion()) {
      request.header("If-Match", "\"999\"");
    }
    return request.method(
        this == HEAD ? "HEAD" : target.method(),
        target.body().isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body(target)));
  }

  private Answer batched(Target target, String token, boolean guarded) {
    ObjectNode outbox = Json.object();
    ObjectNode operation = outbox.putArray("operations").addObject();
    operation.put("method", target.method()).put("path", target.path());
    if (guarded) {
      operation.putObject("headers").put("If-Match", "\"999\"");
    }
    if (!target.body().isEmpty()) {
      operation.set("body", Json.parseObject(body(target)));
    }
    HttpResponse<String> answer =
        exchange(
            request("/v1/$batch", token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.write(outbox))));
    int status =
        answer.statusCode() == 200
            ? Json.parse(answer.body()).at("/results/0/status").asInt()
            : answer.statusCode();
    return new Answer(status, answer.body());
  }

  private static String body(Target target) {
    return target.body().replace("$uuid", UUID.randomUUID().toString());
  }

  private static HttpRequest.Builder request(String path, String token) {
    HttpRequest.Builder request = HttpRequest.newBuilder(TestPlatform.shared().uri(path));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return request;
  }

  private HttpResponse<String> exchange(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
