package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.EchoArea;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rest of a refused body is discarded up to the bytes and the time of the settings. */
@Timeout(60)
class DiscardedBodyTest {
  private static final int ANNOUNCED = 1 << 20;
  private static final int MILLIS = 30_000;
  private static final int MANY = 60;

  /** Chunks that may be tiny. */
  private static final int FREE = 256;

  private static final int MANY_TINY = 300;

  private static Socket refused(TestServer server) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port());
    socket.setSoTimeout(MILLIS);
    socket
        .getOutputStream()
        .write(
            ("POST /small HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                    + TestServer.TOKEN
                    + "\r\nContent-Length: "
                    + ANNOUNCED
                    + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    byte[] start = socket.getInputStream().readNBytes("HTTP/1.1 413".length());
    assertThat(new String(start, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 413");
    return socket;
  }

  /** Whether the server closes the connection, possibly while this side writes. */
  private static boolean isClosedAfter(Socket socket, int bytes) throws IOException {
    try {
      socket.getOutputStream().write(new byte[bytes]);
      socket.getInputStream().readAllBytes();
      return true;
    } catch (java.net.SocketTimeoutException open) {
      return false;
    } catch (java.net.SocketException closed) {
      return true;
    }
  }

  private static Socket chunked(TestServer server, int chunks, int bytes) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port());
    socket.setSoTimeout(MILLIS);
    String head =
        "PUT /upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + TestServer.TOKEN
            + "\r\nContent-Type: application/octet-stream"
            + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    String chunk = Integer.toHexString(bytes) + "\r\n" + "x".repeat(bytes) + "\r\n";
    socket
        .getOutputStream()
        .write((head + chunk.repeat(chunks)).getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String answer(Socket socket, int length) throws IOException {
    return new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
  }

  /** Reads until this text has come. */
  private static String answerUntil(Socket socket, String text) throws IOException {
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf(text) < 0) {
      int character = socket.getInputStream().read();
      assertThat(character).as("after %s", answer).isNotEqualTo(-1);
      answer.append((char) character);
    }
    return answer.toString();
  }

  @Test
  @Tag("GLEBE_MIN_CHUNK_BYTES")
  void aBodyOfTooManyTinyChunksIsRefusedAndItsRestIsNotRead() throws IOException {
    Settings settings = Settings.defaults().with(ConnectionSettings.DISCARD_PAUSE, "0s");
    try (TestServer server = new TestServer(settings, new EchoArea());
        Socket socket = chunked(server, MANY_TINY, 1)) {
      assertThat(answerUntil(socket, "at least 16 bytes")).startsWith("HTTP/1.1 400");
      String rest = "1\r\nx\r\n".repeat(MANY_TINY);
      socket.getOutputStream().write(rest.getBytes(StandardCharsets.US_ASCII));
      assertThat(isClosedAfter(socket, 1)).isTrue();
    }
  }

  /** It would be unclear where the body ends (RFC 9112, 6.1). */
  @Test
  void aBodyOfChunksInHttp10IsRefused() throws IOException {
    try (TestServer server = new TestServer(Settings.defaults(), new EchoArea());
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port())) {
      socket.setSoTimeout(MILLIS);
      String request =
          "PUT /upload HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer "
              + TestServer.TOKEN
              + "\r\nContent-Type: application/octet-stream\r\nContent-Length: 7"
              + "\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      assertThat(answer(socket, 700)).contains(" 400 ");
    }
  }

  @Test
  void aBodyOfSomeTinyChunksOrOfManySmallOnesIsRead() throws IOException {
    try (TestServer server = new TestServer(Settings.defaults(), new EchoArea());
        Socket tiny = chunked(server, FREE, 1);
        Socket small = chunked(server, 4_000, 16)) {
      for (Socket socket : List.of(tiny, small)) {
        socket.getOutputStream().write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(answer(socket, 15)).isEqualTo("HTTP/1.1 200 OK");
      }
    }
  }

  @Test
  @Tag("GLEBE_DISCARD_BYTES")
  void aClientThatSendsMoreBytesIsDisconnected() throws IOException {
    Settings settings = Settings.defaults().with(ConnectionSettings.DISCARD_BYTES, "64k");
    try (TestServer server = new TestServer(settings, new EchoArea());
        Socket socket = refused(server)) {
      assertThat(isClosedAfter(socket, ANNOUNCED / 2)).isTrue();
    }
  }

  @Test
  @Tag("GLEBE_DISCARD_TIMEOUT")
  void aClientThatDoesNotSendTheRestInTimeIsDisconnected() throws IOException {
    Settings settings = Settings.defaults().with(ConnectionSettings.DISCARD_TIMEOUT, "200ms");
    try (TestServer server = new TestServer(settings, new EchoArea());
        Socket socket = refused(server)) {
      assertThat(isClosedAfter(socket, 1)).isTrue();
    }
  }

  @Test
  @Tag("GLEBE_DISCARD_PAUSE")
  void theRestOfALargeBodyIsReadAfterAPause() throws IOException {
    Settings settings = Settings.defaults().with(ConnectionSettings.DISCARD_PAUSE, "700ms");
    try (TestServer server = new TestServer(settings, new EchoArea())) {
      long from = System.nanoTime();
      try (Socket socket = refused(server)) {
        socket.getOutputStream().write(new byte[ANNOUNCED]);
        socket
            .getOutputStream()
            .write(
                "GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
      }
      assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThan(Duration.ofMillis(700));
    }
  }

  @Test
  void aRefusedRequestWithoutABodyDoesNotDelayTheNext() throws IOException {
    Settings settings = Settings.defaults().with(ConnectionSettings.DISCARD_PAUSE, "1m");
    try (TestServer server = new TestServer(settings, new EchoArea());
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port())) {
      socket.setSoTimeout(MILLIS);
      for (String last : List.of("", "", "Connection: close\r\n")) {
        socket
            .getOutputStream()
            .write(
                ("GET /nowhere HTTP/1.1\r\nHost: localhost\r\n" + last + "\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
      }
      String answers =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answers.split("HTTP/1.1 404", -1)).hasSize(4);
    }
  }

  @Test
  void nothingOfALargeBodyIsInMemoryDuringThePause() throws IOException {
    Settings settings = Settings.defaults().with(ConnectionSettings.DISCARD_PAUSE, "1m");
    try (TestServer server = new TestServer(settings, new EchoArea())) {
      List<Socket> refused = new ArrayList<>();
      for (int i = 0; i < MANY; i++) {
        refused.add(refused(server));
      }
      long before = heap();
      for (Socket socket : refused) {
        socket.getOutputStream().write(new byte[ANNOUNCED / 2]);
      }
      refused(server).close(); // the event loop has seen what was sent before
      assertThat(heap() - before).isLessThan((long) MANY * ANNOUNCED / 8);
      for (Socket socket : refused) {
        socket.close();
      }
    }
  }

  /** Bytes of the heap that are in use. */
  private static long heap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Test
  void aClientWithinBothUsesItsConnectionAgain() throws IOException {
    try (TestServer server = new TestServer(Settings.defaults(), new EchoArea());
        Socket socket = refused(server)) {
      socket.getOutputStream().write(new byte[ANNOUNCED]);
      socket
          .getOutputStream()
          .write(
              "GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(rest).contains("HTTP/1.1 404");
    }
  }
}
