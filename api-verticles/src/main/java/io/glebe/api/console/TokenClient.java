package io.glebe.api.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Posts forms to the token endpoint and reads its responses, with limits of time and size. */
final class TokenClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_ANSWER_BYTES = 256 * 1024;
  private static final long DEFAULT_LIFE_SECONDS = 60;

  /** A token is renewed this much before it expires, but after half of its life at the earliest. */
  private static final long EARLY_SECONDS = 30;

  private final HttpClient http;
  private final InstantSource clock;

  TokenClient(HttpClient http, InstantSource clock) {
    this.http = http;
    this.clock = clock;
  }

  /**
   * The tokens; fails with {@link OAuthError}, or with too-busy when the provider cannot be
   * reached.
   */
  Future<LoginTokens> post(String url, Map<String, String> form) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(url)
            .setFollowRedirects(false)
            .setIdleTimeout(TIMEOUT.toMillis())
            .putHeader("Accept", "application/json")
            .putHeader("Content-Type", "application/x-www-form-urlencoded");
    return http.request(options)
        .compose(request -> request.send(encoded(form)).compose(TokenClient::body))
        .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .recover(
            failure ->
                Future.failedFuture(
                    Problem.tooBusy(
                        "the identity provider does not answer", RetrySeconds.IDENTITY_PROVIDER)))
        .compose(this::tokens);
  }

  private static String encoded(Map<String, String> form) {
    return form.entrySet().stream()
        .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  private static Future<ObjectNode> body(HttpClientResponse response) {
    Promise<ObjectNode> promise = Promise.promise();
    Buffer body = Buffer.buffer();
    response.exceptionHandler(promise::tryFail);
    response.handler(
        part -> {
          body.appendBuffer(part);
          if (body.length() > MAX_ANSWER_BYTES) {
            promise.tryFail("the response is too large");
            response.request().reset();
          }
        });
    response.endHandler(
        end -> {
          try {
            promise.tryComplete(Json.parseObject(body.toString(StandardCharsets.UTF_8)));
          } catch (Problem e) {
            promise.tryFail(e);
          }
        });
    return promise.future();
  }

  private Future<LoginTokens> tokens(ObjectNode answer) {
    Optional<String> access = text(answer, "access_token");
    if (access.isEmpty()) {
      String error = text(answer, "error").orElse("server_error");
      return Future.failedFuture(
          new OAuthError(error, text(answer, "error_description").orElse("no reason given")));
    }
    long lifetime = answer.path("expires_in").asLong(DEFAULT_LIFE_SECONDS);
    long usableSeconds = Math.max(lifetime / 2, lifetime - EARLY_SECONDS);
    return Future.succeededFuture(
        new LoginTokens(
            access.get(),
            clock.instant().plusSeconds(usableSeconds),
            text(answer, "refresh_token"),
            text(answer, "id_token")));
  }

  private static Optional<String> text(ObjectNode answer, String member) {
    JsonNode value = answer.path(member);
    return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
  }
}
