package io.glebe.api.devidentity;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts logout tokens to apps; retries a few times, then logs the failure. */
final class LogoutSender {
  private static final int ATTEMPTS = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Logger LOG = LoggerFactory.getLogger(LogoutSender.class);

  private final Vertx vertx;
  private final HttpClient http;

  LogoutSender(Vertx vertx, HttpClient http) {
    this.vertx = vertx;
    this.http = http;
  }

  void send(DevClient client, String token) {
    client.backChannelLogout().ifPresent(uri -> attempt(client.id(), uri, token, 1));
  }

  private void attempt(String client, URI uri, String token, int number) {
    post(uri, token)
        .onFailure(
            failure -> {
              if (number < ATTEMPTS) {
                vertx.setTimer(PAUSE.toMillis(), timer -> attempt(client, uri, token, number + 1));
              } else {
                LOG.warn("the app {} did not take a logout token", client);
              }
            });
  }

  private Future<Void> post(URI uri, String token) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(uri.toString())
            .setIdleTimeout(TIMEOUT.toMillis())
            .putHeader("Content-Type", "application/x-www-form-urlencoded");
    String body = "logout_token=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    return http.request(options)
        .compose(request -> request.send(body))
        .compose(
            response ->
                response.statusCode() / 100 == 2
                    ? response.end() // the response body is discarded
                    : Future.failedFuture("status " + response.statusCode()))
        .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
  }
}
