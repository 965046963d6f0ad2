package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.api.http.RawConnection;
import io.glebe.api.http.RawHttp2;
import io.glebe.api.http.Reply;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.MemorySettings;
import io.glebe.core.config.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Heads of requests hold a bounded part of the heap, before they end and until the answer. */
class RequestHeadsTest {
  private static final int MOST = 50;
  private static final Settings SMALL =
      Settings.defaults()
          .with(ConnectionSettings.MAX_HEADERS, "" + MOST)
          .with(MemorySettings.HEAD_MEMORY, "64k")
          .with(MemorySettings.HEAD_MEMORY_OF_ADDRESS, "48k");

  private final HeldArea area = new HeldArea();
  private final TestServer server = new TestServer(SMALL, area);

  @AfterEach
  void stop() {
    area.answer.tryComplete(Reply.noContent());
    server.close();
  }

  private static String[] headers(int number) {
    String[] all = new String[2 * number];
    Arrays.fill(all, "a");
    all[0] = ":authority";
    all[1] = "localhost";
    return all;
  }

  @Test
  @Tag("GLEBE_MAX_HEADERS")
  void aRequestWithTooManyHeadersIsRefusedAndItsConnectionEnds() throws IOException {
    try (RawHttp2 http2 = new RawHttp2(server.verticle.port())) {
      http2.get("/held", headers(MOST + 2));
      assertThat(http2.next(RawHttp2.HEADERS).status()).isNotEqualTo(200);
      assertThat(http2.next(RawHttp2.HEADERS).type()).as("no more").isNegative();
    }
    String lines = "a: b\r\n".repeat(MOST + 1);
    try (Socket socket = send("GET /held HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n")) {
      byte[] answer = socket.getInputStream().readAllBytes();
      assertThat(new String(answer, StandardCharsets.US_ASCII))
          .startsWith("HTTP/1.1 431")
          .contains("at most " + MOST + " headers");
    }
  }

  @Test
  @Tag("GLEBE_HEAD_MEMORY_OF_ADDRESS")
  void requestsThatWaitForTheirAnswersAreRefusedBeyondTheMemoryOfTheirAddress() throws IOException {
    try (RawHttp2 http2 = new RawHttp2(server.verticle.port())) {
      for (int i = 0; i < 40; i++) {
        http2.get("/held", headers(MOST / 5));
      }
      assertThat(http2.next(RawHttp2.RESET).error()).isEqualTo(RawHttp2.REFUSED_STREAM);
      area.answer.complete(Reply.noContent());
      http2.next(RawHttp2.HEADERS);
    }
    await().untilAsserted(() -> assertThat(server.get("/held").statusCode()).isEqualTo(204));
  }

  @Test
  @Tag("GLEBE_HEAD_MEMORY_OF_ADDRESS")
  void aHeadThatDoesNotEndLosesItsConnectionBeyondTheMemoryOfItsAddress() throws IOException {
    try (Socket socket =
        send("GET /held HTTP/1.1\r\nHost: localhost\r\n" + "a:\r\n".repeat(2_000))) {
      assertThat(ends(socket)).isTrue();
    }
    area.answer.complete(Reply.noContent());
    await().untilAsserted(() -> assertThat(server.get("/held").statusCode()).isEqualTo(204));
  }

  /** Whether a head of this many lines is answered: with 431, because it has too many. */
  private boolean isAnswered(String address, int lines) throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + server.verticle.port());
    try (RawConnection client = RawConnection.from(address, uri)) {
      client.say("GET /held HTTP/1.1", "Host: localhost", "a:\r\n".repeat(lines));
      return client.read(true).status() == 431;
    } catch (IOException closed) {
      return false;
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX) // other systems have no address 127.0.0.2
  @Tag("GLEBE_HEAD_MEMORY")
  void theHeadsOfAllAddressesTogetherHaveABoundedMemory() throws IOException {
    assertThat(isAnswered("127.0.0.2", 150)).isTrue();
    try (Socket _ = send("GET /held HTTP/1.1\r\nHost: localhost\r\n" + "a:\r\n".repeat(340))) {
      await().until(() -> !isAnswered("127.0.0.2", 150));
    }
    await().until(() -> isAnswered("127.0.0.2", 150));
  }

  private Socket send(String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port());
    socket.setSoTimeout(60_000);
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
    return socket;
  }

  private static boolean ends(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }
}
