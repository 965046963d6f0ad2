package io.glebe.api.http.body;

import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is kept of a refused request whose body has not ended. */
@Timeout(60)
class BodyDiscardTest {
  private static final int BYTES = 1000;
  private static final BodyDiscard DISCARD =
      new BodyDiscard(BYTES, Duration.ofMinutes(10), Duration.ZERO, 0);

  private final Vertx vertx = Vertx.vertx();
  private final ConcurrentLinkedQueue<WeakReference<HttpServerRequest>> requests =
      new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private int port() {
    HttpServer server = vertx.createHttpServer().requestHandler(this::refuse);
    return server.listen(0, "localhost").await().actualPort();
  }

  private void refuse(HttpServerRequest request) {
    requests.add(new WeakReference<>(request));
    request.pause();
    request
        .response()
        .setStatusCode(404)
        .end()
        .onSuccess(sent -> DISCARD.restLater(request, () -> request.connection().close()));
  }

  /** Sends a part of a body whose refusal has come. */
  private void sendPart(HttpVersion version, int bytes, boolean leaves) {
    var client =
        vertx.createHttpClient(
            new HttpClientOptions().setProtocolVersion(version).setHttp2ClearTextUpgrade(false));
    HttpClientRequest request = client.request(HttpMethod.PUT, port(), "localhost", "/").await();
    request.setChunked(true);
    request.write(Buffer.buffer("start")).await();
    request.response().await();
    request.write(Buffer.buffer(new byte[bytes]));
    if (leaves) {
      client.close().await();
    }
  }

  private void awaitNothingKept() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              System.gc();
              return requests.stream().allMatch(request -> request.refersTo(null));
            });
  }

  @ParameterizedTest
  @CsvSource({"HTTP_1_1", "HTTP_2"})
  void nothingIsKeptWhenTheClientHasLeft(HttpVersion version) {
    sendPart(version, 1, true);
    awaitNothingKept();
  }

  @ParameterizedTest
  @CsvSource({"HTTP_1_1", "HTTP_2"})
  void nothingIsKeptWhenTheClientHasSentTooMuch(HttpVersion version) {
    sendPart(version, 2 * BYTES, false);
    awaitNothingKept();
  }
}
