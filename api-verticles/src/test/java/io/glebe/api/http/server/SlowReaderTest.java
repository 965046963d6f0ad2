package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.EncodedReply;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.RawHttp2;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHead;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.api.http.guard.PinnedCertificate;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.MemorySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.CertificateFiles;
import io.glebe.mqtt.broker.Certificates;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers in parts, and files, whose clients read a byte from time to time, or nothing. */
class SlowReaderTest {
  private static final int BYTES = 48 << 20;
  private static final int SMALL_BUFFER = 4096;
  private static final int MANY = 4_000;
  private static final int STREAMS = 30;
  private static final int SLOW_BYTES = 20_000;
  private static final int LEAST_RATE = 10 * 1024;
  private static final Settings HASTY =
      Settings.defaults()
          .with(MemorySettings.TRANSFER_TIMEOUT, "600ms")
          .with(MemorySettings.MIN_TRANSFER_RATE, "10k");

  /** Streams that are being written: each holds what its writer holds. */
  private final AtomicInteger streams = new AtomicInteger();

  /** Encoded replies that have been sent or given up. */
  private final AtomicInteger released = new AtomicInteger();

  private final CompletableFuture<Void> gate = new CompletableFuture<>();

  @TempDir private Path folder;
  private Path file;
  private TestServer server;

  @BeforeEach
  void start() throws IOException {
    file = Files.write(folder.resolve("content"), new byte[BYTES]);
    server = new TestServer(HASTY, new Parts());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Sends large answers in all forms that are not in memory. */
  private final class Parts implements ApiArea {
    @Override
    public String name() {
      return "parts";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      get(routes, "/streamed", () -> Reply.written(200, "text/plain", this::stream));
      get(routes, "/paused", () -> Reply.written(200, "text/plain", this::pause));
      get(routes, "/file", () -> Reply.file(200, "text/plain", file, 0, BYTES));
      get(routes, "/end", () -> Reply.file(200, "text/plain", file, 0, 3 * SMALL_BUFFER));
      get(routes, "/tile", () -> encoded(BYTES));
      get(routes, "/small", () -> encoded(3 * SMALL_BUFFER));
      get(routes, "/whole", () -> Reply.bytes(200, "text/plain", Buffer.buffer(new byte[80_000])));
    }

    /** What the cache of tiles has. */
    private Reply encoded(int bytes) {
      Reply reply = Reply.bytes(200, "text/plain", Buffer.buffer(new byte[bytes]));
      return Reply.ready(
          new EncodedReply(
              ResponseHead.cached(reply, false),
              Buffer.buffer(new byte[bytes]),
              (sent, failure) -> released.incrementAndGet()));
    }

    private void get(RouteTable.Builder routes, String path, Supplier<Reply> reply) {
      routes.get(
          Surface.ROOT,
          path,
          Operation.of(
              path.substring(1), "", Guard.PUBLIC, request -> Future.succeededFuture(reply.get())));
    }

    private void stream(OutputStream out) throws IOException {
      streams.incrementAndGet();
      try {
        byte[] piece = new byte[100_000];
        for (int sent = 0; sent < BYTES; sent += piece.length) {
          out.write(piece);
        }
      } finally {
        streams.decrementAndGet();
      }
    }

    private void pause(OutputStream out) throws IOException {
      out.write('a');
      out.flush();
      gate.join();
      out.write('z');
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(SMALL_BUFFER);
    socket.setSoTimeout(60_000);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.verticle.port()));
    return socket;
  }

  private Socket open(String path) throws IOException {
    return open(connect(), path);
  }

  private static Socket open(Socket socket, String path) throws IOException {
    String head = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  /** Reads what has arrived until the connection ends; whether it ended before its time. */
  private static boolean isCut(Socket socket) throws IOException {
    long read = 0;
    try {
      byte[] piece = new byte[1 << 16];
      for (int n = 0; n >= 0; n = socket.getInputStream().read(piece)) {
        read += n;
      }
    } catch (SocketException reset) {
      return true;
    }
    return read < BYTES;
  }

  private RawHttp2 openHttp2(String path) throws IOException {
    RawHttp2 client =
        new RawHttp2(
            new Socket(InetAddress.getLoopbackAddress(), server.verticle.port()), SMALL_BUFFER);
    client.get(path, ":authority", "127.0.0.1");
    return client;
  }

  @Test
  void aStreamThatNobodyReadsEnds() throws IOException {
    try (Socket idle = open("/streamed")) {
      await().until(() -> streams.get() == 1);
      await().until(() -> streams.get() == 0);
      assertThat(isCut(idle)).isTrue();
    }
  }

  @Test
  void aStreamThatIsReadByteByByteEnds() throws IOException {
    try (Socket slow = open("/streamed")) {
      await().until(() -> streams.get() == 1);
      await()
          .until(
              () -> {
                var _ = slow.getInputStream().read();
                return streams.get() == 0;
              });
      assertThat(isCut(slow)).isTrue();
    }
  }

  @Test
  void aFileThatNobodyReadsIsCutOff() throws IOException {
    try (Socket idle = open("/file")) {
      await().until(() -> server.log.underWay() == 1);
      await().until(() -> server.log.underWay() == 0);
      assertThat(isCut(idle)).isTrue();
    }
  }

  @Test
  void aTileThatNobodyReadsIsCutOffAndReleased() throws IOException {
    try (Socket idle = open("/tile")) {
      await().until(() -> released.get() == 1);
      assertThat(isCut(idle)).isTrue();
    }
  }

  /** Each reply is small; together they are more than the socket takes. */
  @Test
  void smallRepliesThatNobodyReadsAreCutOff() throws IOException {
    try (Socket idle = connect()) {
      for (int i = 0; i < MANY; i++) {
        open(idle, "/small");
      }
      await().until(() -> isClosedFor(idle));
      assertThat(released).hasValueLessThan(MANY);
    }
  }

  private static boolean isClosedFor(Socket writer) throws IOException {
    try {
      writer.getOutputStream().write('\r');
      return false;
    } catch (SocketException closed) {
      return true;
    }
  }

  @Test
  void aTileOfHttp2ThatNobodyReadsIsReset() throws IOException {
    try (RawHttp2 idle = openHttp2("/small")) {
      assertThat(idle.next(RawHttp2.RESET).error()).isEqualTo(RawHttp2.CANCEL);
    }
    await().until(() -> released.get() == 1);
  }

  /** Together they take more than one has to take; each alone takes less. */
  @Test
  void streamsThatShareASlowConnectionGoOn() throws IOException {
    try (RawHttp2 slow = new RawHttp2(connect(), 1 << 20)) {
      for (int i = 0; i < STREAMS; i++) {
        slow.get("/whole", ":authority", "127.0.0.1");
      }
      int read = 0;
      while (read < STREAMS * SLOW_BYTES) {
        RawHttp2.Frame frame = slow.next();
        assertThat(frame.type()).isNotEqualTo(RawHttp2.RESET).isNotNegative();
        if (frame.type() == RawHttp2.DATA && frame.payload().length > 0) {
          read += frame.payload().length;
          giveCredit(slow, frame.payload().length);
        }
      }
    }
  }

  /** Gives credit for what was read, at a rate of less than the least one for each stream. */
  private static void giveCredit(RawHttp2 client, int bytes) {
    long millis = bytes * 1000L / (STREAMS * LEAST_RATE * 2 / 3);
    await()
        .pollDelay(Duration.ofMillis(millis))
        .until(
            () -> {
              client.allow(0, bytes);
              return true;
            });
  }

  /** The platform encrypts the file itself, piece by piece. */
  @Test
  void anEncryptedFileThatNobodyReadsIsCutOff() throws IOException {
    server.close();
    Certificates.ofFolder(folder);
    Settings encrypted =
        HASTY
            .with(HttpSettings.HTTP_CERTIFICATE, folder.resolve("mqtt/server.pem").toString())
            .with(HttpSettings.HTTP_KEY, folder.resolve("mqtt/server-key.pem").toString());
    CertificateFiles.Pair pair = CertificateFiles.http(encrypted).orElseThrow().read();
    server = new TestServer(encrypted, new Parts());
    try (Socket idle = connect();
        Socket tls =
            new PinnedCertificate(pair::leaf)
                .context()
                .getSocketFactory()
                .createSocket(idle, "127.0.0.1", server.verticle.port(), true)) {
      open(tls, "/file");
      await().until(() -> server.log.underWay() == 1);
      await().until(() -> server.log.underWay() == 0);
    }
  }

  @Test
  void aStreamOfHttp2ThatNobodyReadsIsReset() throws IOException {
    try (RawHttp2 idle = openHttp2("/streamed")) {
      assertThat(idle.next(RawHttp2.RESET).error()).isEqualTo(RawHttp2.CANCEL);
      await().until(() -> streams.get() == 0);
    }
  }

  @Test
  void aStreamOfHttp2ThatIsReadByteByByteIsReset() throws IOException {
    try (RawHttp2 slow = openHttp2("/streamed")) {
      await().until(() -> streams.get() == 1);
      await()
          .until(
              () -> {
                slow.allow(1, 1);
                return streams.get() == 0;
              });
      assertThat(slow.next(RawHttp2.RESET).error()).isEqualTo(RawHttp2.CANCEL);
    }
  }

  @Test
  void aFileOfHttp2ThatNobodyReadsIsReset() throws IOException {
    try (RawHttp2 idle = openHttp2("/file")) {
      assertThat(idle.next(RawHttp2.RESET).error()).isEqualTo(RawHttp2.CANCEL);
    }
    await().until(() -> server.log.underWay() == 0);
  }

  @Test
  void theEndOfAFileOfHttp2ThatNobodyReadsIsReset() throws IOException {
    try (RawHttp2 idle = openHttp2("/end")) {
      assertThat(idle.next(RawHttp2.RESET).error()).isEqualTo(RawHttp2.CANCEL);
    }
    await().until(() -> server.log.underWay() == 0);
  }

  /** All pieces but a part of the last one have been read. */
  @Test
  void theEndOfALargeAnswerOfHttp2ThatNobodyReadsIsReset() throws IOException {
    try (RawHttp2 idle = openHttp2("/whole")) {
      idle.allow(0, 1 << 20);
      idle.allow(1, LargeBody.MIN_BYTES);
      assertThat(idle.next(RawHttp2.RESET).error()).isEqualTo(RawHttp2.CANCEL);
    }
    await().until(() -> server.log.underWay() == 0);
  }

  /** Live streams have nothing to send for minutes. */
  @Test
  void aStreamThatWaitsForThePlatformGoesOn() throws IOException {
    try (Socket patient = open("/paused");
        Socket idle = open("/streamed")) {
      patient.getInputStream().readNBytes("HTTP/1.1 200 OK".length());
      assertThat(isCutWhileOpen(idle)).isTrue();
      gate.complete(null);
      String answer = "";
      while (!answer.endsWith("z")) {
        int next = patient.getInputStream().read();
        assertThat(next).isNotNegative();
        answer += (char) next;
      }
    }
  }

  private boolean isCutWhileOpen(Socket idle) throws IOException {
    await().until(() -> streams.get() == 1);
    await().until(() -> streams.get() == 0);
    return isCut(idle);
  }

  @Test
  void streamsAndFilesArriveWhole() {
    for (String path : new String[] {"/streamed", "/file"}) {
      byte[] body =
          server
              .send(server.to(path), java.net.http.HttpResponse.BodyHandlers.ofByteArray())
              .body();
      assertThat(body).hasSizeGreaterThanOrEqualTo(BYTES);
    }
  }
}
