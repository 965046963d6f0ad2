package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.RawConnection;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.fastpath.SharedBuffers;
import io.glebe.core.config.MemorySettings;
import io.glebe.core.config.Settings;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What clients can hold in memory by sending or reading slowly, and for how long. */
class BoundedTransferTest {
  private static final int LARGE = 48 << 20;
  private static final int MEDIUM = 4 << 20;

  private static final byte[] SHARED = new byte[LARGE];

  private static final Settings TIGHT =
      Settings.defaults()
          .with(MemorySettings.BODY_MEMORY, "2M")
          .with(MemorySettings.BODY_MEMORY_OF_CALLER, "1M")
          .with(MemorySettings.RESPONSE_MEMORY, "60M")
          .with(MemorySettings.RESPONSE_MEMORY_OF_CALLER, "50M");
  private static final Settings HASTY =
      TIGHT
          .with(MemorySettings.TRANSFER_TIMEOUT, "300ms")
          .with(MemorySettings.MIN_TRANSFER_RATE, "10k");

  private final AtomicInteger handled = new AtomicInteger();
  private TestServer server = new TestServer(TIGHT);

  @AfterEach
  void stop() {
    server.close();
  }

  private void start(Settings settings) {
    server.close();
    server = new TestServer(settings, new Bodies());
  }

  /** Takes and sends large bodies. */
  private final class Bodies implements ApiArea {
    @Override
    public String name() {
      return "bodies";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      routes
          .post(
              Surface.ROOT,
              "/json",
              Operation.of("json", "", Guard.PUBLIC, r -> reply(r.json().size() + ""))
                  .body(Body.JSON))
          .post(
              Surface.ROOT,
              "/tree",
              Operation.of("tree", "", Guard.PUBLIC, r -> reply(r.jsonTree().size() + ""))
                  .body(Body.JSON))
          .put(
              Surface.ROOT,
              "/stream",
              Operation.of(
                      "stream",
                      "",
                      Guard.PUBLIC,
                      r -> {
                        var input = r.input();
                        return io.glebe.core.thread.OffLoop.run(
                            () -> Reply.text(200, "text/plain", "" + input.readAllBytes().length));
                      })
                  .body(Body.stream()))
          .get(
              Surface.ROOT,
              "/large",
              Operation.of("large", "", Guard.PUBLIC, r -> bytes(new byte[LARGE])))
          .get(
              Surface.ROOT,
              "/medium",
              Operation.of("medium", "", Guard.PUBLIC, r -> bytes(new byte[MEDIUM])))
          .get(
              Surface.ROOT,
              "/buffered",
              Operation.of("buffered", "", Guard.PUBLIC, r -> written(2 * LARGE)))
          .get(Surface.ROOT, "/written", Operation.of("written", "", Guard.PUBLIC, r -> written(1)))
          .get(Surface.ROOT, "/shared", Operation.of("shared", "", Guard.PUBLIC, r -> shared()));
    }

    /** Written by a writer that uses so many bytes of heap. */
    private Future<Reply> written(long memory) {
      return Future.succeededFuture(
          Reply.written(200, "text/plain", memory, out -> out.write(new byte[1])));
    }

    private Future<Reply> shared() {
      handled.incrementAndGet();
      return Future.succeededFuture(
          Reply.shared("application/octet-stream", SharedBuffers.of(new byte[3], SHARED)));
    }

    private Future<Reply> reply(String text) {
      return Future.succeededFuture(Reply.text(200, "text/plain", text));
    }

    private Future<Reply> bytes(byte[] bytes) {
      handled.incrementAndGet();
      return Future.succeededFuture(Reply.bytes("application/octet-stream", Buffer.buffer(bytes)));
    }
  }

  private RawConnection connect() throws IOException {
    return connect("127.0.0.1");
  }

  private RawConnection connect(String address) throws IOException {
    return RawConnection.from(address, URI.create("http://127.0.0.1:" + server.verticle.port()));
  }

  /** Begins a body of JSON that does not end. */
  private RawConnection begin(String path, int bytes) throws IOException {
    return begin(connect(), path, bytes);
  }

  private static RawConnection begin(RawConnection client, String path, int bytes)
      throws IOException {
    client.say(
        "POST " + path + " HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Type: application/json",
        "Content-Length: " + (bytes + 10),
        "",
        "\"" + "a".repeat(bytes));
    return client;
  }

  private HttpResponse<String> post(String path, String json) {
    return server.send(
        server
            .to(path)
            .header("Content-Type", "application/json")
            .method(HttpMethod.POST.name(), HttpRequest.BodyPublishers.ofString(json)));
  }

  private HttpResponse<String> postOfHalf() {
    return post("/tree", "[\"" + "a".repeat(300_000) + "\"]");
  }

  @Test
  @Tag("GLEBE_BODY_MEMORY_OF_CALLER")
  void bodiesThatStopShortHoldOnlyTheMemoryOfTheirCaller() throws IOException {
    start(TIGHT);
    try (RawConnection _ = begin("/json", 400_000)) {
      await().until(() -> postOfHalf().statusCode() == 429);

      assertThat(postOfHalf().headers().firstValue("Retry-After")).isPresent();
      assertThat(post("/tree", "[1,2]").statusCode()).isEqualTo(200);
    }
    await().until(() -> postOfHalf().statusCode() == 200);
  }

  @Test
  @EnabledOnOs(OS.LINUX) // other systems have no address 127.0.0.2
  @Tag("GLEBE_BODY_MEMORY")
  void bodiesThatStopShortHoldOnlyTheMemoryOfAll() throws IOException {
    start(TIGHT);
    try (RawConnection second = begin(connect("127.0.0.2"), "/json", 400_000);
        RawConnection third = begin(connect("127.0.0.3"), "/json", 400_000)) {
      await().until(() -> postOfHalf().statusCode() == 503);

      assertThat(postOfHalf().headers().firstValue("Retry-After")).isPresent();
      assertThat(post("/tree", "[1,2]").statusCode()).isEqualTo(200);
      assertThat(List.of(second, third)).isNotEmpty();
    }
    await().until(() -> postOfHalf().statusCode() == 200);
  }

  @Test
  void aResponseWhoseWriterNeedsMoreMemoryThanACallerMayHoldIsRefused() {
    start(TIGHT);
    assertThat(server.send(server.to("/buffered")).statusCode()).isEqualTo(413);
    assertThat(server.send(server.to("/written")).statusCode()).isEqualTo(200);
  }

  @Test
  @Tag("GLEBE_TRANSFER_TIMEOUT")
  @Tag("GLEBE_MIN_TRANSFER_RATE")
  void aBodyThatArrivesTooSlowlyIsCutAndItsMemoryIsFree() throws IOException {
    start(HASTY);
    try (RawConnection stalled = begin("/json", 400_000)) {
      assertThat(stalled.read(true).status()).isEqualTo(408);
      assertThat(stalled.isOver()).isTrue();
    }
    await().until(() -> postOfHalf().statusCode() == 200);
  }

  @Test
  void aStreamedBodyThatArrivesTooSlowlyIsCut() throws IOException {
    start(HASTY);
    try (RawConnection stalled = connect()) {
      stalled.say("PUT /stream HTTP/1.1", "Host: 127.0.0.1", "Content-Length: 1000", "", "abc");

      assertThat(stalled.read(true).status()).isEqualTo(408);
      assertThat(stalled.isOver()).isTrue();
    }
  }

  @Test
  void aTreeThatNeedsTooMuchMemoryIsRefusedBeforeItIsParsed() {
    start(TIGHT);
    HttpResponse<String> refusal = post("/tree", "[" + "{},".repeat(80_000) + "{}]");

    assertThat(refusal.statusCode()).isEqualTo(413);
    assertThat(refusal.body()).contains("over-budget");
    assertThat(post("/tree", "[" + "{},".repeat(1_000) + "{}]").body()).isEqualTo("1001");
  }

  @Test
  @Tag("GLEBE_RESPONSE_MEMORY_OF_CALLER")
  void aLargeResponseThatNobodyReadsHoldsOnlyTheMemoryOfItsCaller() throws IOException {
    start(TIGHT);
    try (RawConnection idle = connect()) {
      idle.say("GET /large HTTP/1.1", "Host: 127.0.0.1", "");
      await().until(() -> server.get("/medium").statusCode() == 429);
    }
    await().until(() -> server.get("/medium").statusCode() == 200);
  }

  @Test
  @EnabledOnOs(OS.LINUX) // other systems have no address 127.0.0.2
  @Tag("GLEBE_RESPONSE_MEMORY")
  void largeResponsesThatNobodyReadsHoldOnlyTheMemoryOfAll() throws IOException {
    start(TIGHT);
    try (RawConnection idle = connect("127.0.0.2")) {
      idle.say("GET /large HTTP/1.1", "Host: 127.0.0.1", "");
      await().until(() -> handled.get() == 1);
      await().until(() -> server.get("/large").statusCode() == 503);

      assertThat(server.get("/large").headers().firstValue("Retry-After")).isPresent();
      assertThat(server.get("/medium").statusCode()).as("what is left").isEqualTo(200);
    }
    await().until(() -> server.get("/large").statusCode() == 200);
  }

  @Test
  void aResponseThatTheProcessKeepsForAllHoldsNoMemoryOfItsCaller() throws IOException {
    start(TIGHT);
    try (RawConnection first = connect();
        RawConnection second = connect()) {
      for (RawConnection idle : List.of(first, second)) {
        idle.say("GET /shared HTTP/1.1", "Host: 127.0.0.1", "");
      }
      await().until(() -> handled.get() == 2);

      assertThat(server.get("/large").statusCode()).isEqualTo(200);
      assertThat(first.read(true).status()).isEqualTo(200);
    }
    byte[] whole = server.send(server.to("/shared"), BodyHandlers.ofByteArray()).body();
    assertThat(whole).hasSize(3 + LARGE);
  }

  @Test
  @Tag("GLEBE_TRANSFER_TIMEOUT")
  @Tag("GLEBE_MIN_TRANSFER_RATE")
  void aLargeResponseThatIsReadTooSlowlyIsReset() throws IOException {
    start(HASTY);
    try (RawConnection idle = connect()) {
      idle.say("GET /large HTTP/1.1", "Host: 127.0.0.1", "");
      await().until(() -> handled.get() == 1);

      await().until(() -> server.get("/medium").statusCode() == 200);
      org.assertj.core.api.Assertions.assertThatThrownBy(() -> idle.read(true))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void largeResponsesArriveWhole() {
    start(TIGHT);
    byte[] body = server.send(server.to("/large"), BodyHandlers.ofByteArray()).body();

    assertThat(body).hasSize(LARGE);
  }

  @Test
  void requestsWhoseResponsesAreNotReadAreNotHandled() throws IOException {
    start(TIGHT);
    try (RawConnection idle = connect()) {
      for (int i = 0; i < 100; i++) {
        idle.say("GET /medium HTTP/1.1", "Host: 127.0.0.1", "");
      }
      assertThat(idle.read(true).status()).isEqualTo(200);

      server.get("/medium");
      assertThat(handled.get()).isLessThan(10);
    }
  }
}
