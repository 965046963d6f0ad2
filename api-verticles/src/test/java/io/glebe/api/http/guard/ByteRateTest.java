package io.glebe.api.http.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.EncodedReply;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.RawConnection;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHead;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.fastpath.CachedResponse;
import io.glebe.core.access.Caller;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A caller who transfers more bytes in a second than he may. */
class ByteRateTest {
  private static final int BURST = 1 << 20;
  private static final int TILE = 100 * 1024;
  private static final int SECOND = 1000;
  private static final Settings LIMITED =
      Settings.defaults()
          .with(HttpSettings.BYTE_RATE, "1M")
          .with(HttpSettings.BYTE_BURST, "" + BURST);
  private static final String TOKEN = "Authorization";
  private static final String BEARER = "Bearer " + TestServer.TOKEN;

  private TestServer server = new TestServer(LIMITED, new Large());

  @AfterEach
  void stop() {
    server.close();
  }

  /** Sends and takes large bodies. */
  private static final class Large implements ApiArea {
    @Override
    public String name() {
      return "large";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      routes
          .get(
              Surface.ROOT,
              "/large",
              Operation.of(
                  "large",
                  "",
                  Guard.PUBLIC,
                  request ->
                      Future.succeededFuture(
                          Reply.bytes(
                              "application/octet-stream", Buffer.buffer(new byte[4 * BURST])))))
          .put(
              Surface.ROOT,
              "/stream",
              Operation.of("stream", "", Guard.PUBLIC, Large::count).body(Body.stream()))
          .put(
              Surface.ROOT,
              "/features",
              Operation.of("features", "", Guard.PUBLIC, Large::count)
                  .body(Body.stream("application/geo+json")))
          .put(
              Surface.ROOT,
              "/whole",
              Operation.of(
                      "whole",
                      "",
                      Guard.PUBLIC,
                      request ->
                          Future.succeededFuture(
                              Reply.text(200, "text/plain", "" + request.body().length())))
                  .body(Body.bytes()))
          .get(Surface.ROOT, "/tile", Operation.of("tile", "", Guard.SPATIO, this::tile));
    }

    private static Future<Reply> count(io.glebe.api.http.ApiRequest request) {
      var input = request.input();
      return OffLoop.run(() -> Reply.text(200, "text/plain", "" + input.readAllBytes().length));
    }

    private Future<Reply> tile(io.glebe.api.http.ApiRequest request) {
      Buffer body = Buffer.buffer(new byte[TILE]);
      ResponseHead head = ResponseHead.cached(Reply.bytes("image/png", body).etag("\"1\""));
      request.cacheForTarget(
          (CachedResponse) (Caller caller, Optional<String> held) -> Optional.of(ready(head)));
      return Future.succeededFuture(Reply.ready(ready(head)));
    }

    private static EncodedReply ready(ResponseHead head) {
      return new EncodedReply(head, Buffer.buffer(new byte[TILE]), (sent, failure) -> {});
    }
  }

  private HttpResponse<byte[]> large() {
    return server.send(server.to("/large"), HttpResponse.BodyHandlers.ofByteArray());
  }

  @Test
  @Tag("GLEBE_BYTE_RATE")
  void theRequestAfterALargeResponseIsRefusedAndOtherCallersAreServed() {
    HttpResponse<byte[]> first = large();
    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.body()).hasSize(4 * BURST);
    assertThat(first.headers().allValues("RateLimit-Policy"))
        .contains("\"bytes\";q=1048576;w=1;qu=\"content-bytes\"");
    assertThat(first.headers().allValues("RateLimit")).contains("\"bytes\";r=1048576;t=0");

    HttpResponse<byte[]> refused = large();
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 4L);
    assertThat(refused.headers().allValues("RateLimit"))
        .anySatisfy(state -> assertThat(state).startsWith("\"bytes\";r=0;t="));

    assertThat(server.get("/tile", TOKEN, BEARER).statusCode()).isEqualTo(200);
  }

  private long millisToSend(String path) {
    long from = System.nanoTime();
    HttpRequest.Builder request =
        server
            .to(path)
            .header("Content-Type", "application/geo+json")
            .PUT(HttpRequest.BodyPublishers.ofByteArray(new byte[3 * BURST]));
    HttpResponse<String> answer = server.send(request);
    assertThat(answer.body()).isEqualTo("" + 3 * BURST);
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
  }

  @Test
  @Tag("GLEBE_BYTE_RATE")
  void aBodyIsReadAtTheRate() {
    assertThat(millisToSend("/stream")).isGreaterThan(SECOND);
  }

  @Test
  void aBodyThatIsReadAsAWholeIsReadAtTheRate() {
    assertThat(millisToSend("/whole")).isGreaterThan(SECOND);
  }

  @Test
  @Tag("GLEBE_BODY_BYTE_RATE")
  void bodiesThatAreNoFilesHaveARateOfTheirOwn() {
    server.close();
    server =
        new TestServer(
            Settings.defaults().with(HttpSettings.BODY_BYTE_RATE, "" + BURST), new Large());
    assertThat(millisToSend("/whole")).isGreaterThan(SECOND);
    assertThat(millisToSend("/features")).as("JSON that streams").isGreaterThan(SECOND);
    assertThat(large().statusCode()).as("responses do not count").isEqualTo(200);
    assertThat(large().statusCode()).isEqualTo(200);
  }

  @Test
  @Tag("GLEBE_UPLOAD_BYTE_RATE")
  void filesHaveARateOfTheirOwn() {
    server.close();
    server =
        new TestServer(
            Settings.defaults()
                .with(HttpSettings.BODY_BYTE_RATE, "0")
                .with(HttpSettings.UPLOAD_BYTE_RATE, "" + BURST),
            new Large());
    long ofFile = millisToSend("/stream");
    assertThat(ofFile).isGreaterThan(SECOND);
    assertThat(millisToSend("/whole")).isLessThan(ofFile);
  }

  @Test
  @Tag("GLEBE_BYTE_BURST")
  void cachedResponsesCountAsWell() throws IOException {
    try (RawConnection client =
        new RawConnection(URI.create("http://127.0.0.1:" + server.verticle.port()))) {
      int status = 200;
      int served = 0;
      while (status == 200 && served < 10 * BURST / TILE) {
        client.say("GET /tile HTTP/1.1", "Host: localhost", TOKEN + ": " + BEARER, "");
        status = client.read(true).status();
        served++;
      }
      assertThat(status).isEqualTo(429);
      assertThat(served).isGreaterThan(BURST / TILE);
    }
  }

  @Test
  void byDefaultThereIsNoLimit() {
    server.close();
    server = new TestServer(Settings.defaults(), new Large());
    for (int i = 0; i < 3; i++) {
      HttpResponse<byte[]> answer = large();
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().allValues("RateLimit"))
          .noneSatisfy(state -> assertThat(state).contains("bytes"));
    }
  }
}
