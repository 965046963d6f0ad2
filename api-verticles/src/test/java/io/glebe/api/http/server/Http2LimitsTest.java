package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.RawHttp2;
import io.glebe.api.http.Reply;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.mqtt.broker.Certificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one HTTP/2 connection may do, and how long an unfinished TLS handshake may last. */
class Http2LimitsTest {
  private static final int STREAMS = 5;
  private static final int RESETS = 20;
  private static final int CONTROL_FRAMES = 200;
  private static final int UNKNOWN = 0xee;
  private static final Settings TIGHT =
      Settings.defaults()
          .with(ConnectionSettings.HTTP2_STREAMS, "" + STREAMS)
          .with(ConnectionSettings.HTTP2_RESETS, "" + RESETS)
          .with(ConnectionSettings.HTTP2_CONTROL_FRAMES, "" + CONTROL_FRAMES);

  private final HeldArea area = new HeldArea();
  private TestServer server = new TestServer(TIGHT, area);

  @AfterEach
  void stop() {
    area.answer.tryComplete(Reply.noContent());
    server.close();
  }

  private RawHttp2 connect() throws IOException {
    return new RawHttp2(server.verticle.port());
  }

  @Test
  @Tag("GLEBE_HTTP2_RESETS")
  void aClientThatResetsManyStreamsIsDisconnected() throws IOException {
    try (RawHttp2 rapid = connect()) {
      for (int i = 0; i <= RESETS; i++) {
        rapid.reset(rapid.get("/held", ":authority", "localhost"));
      }
      RawHttp2.Frame last = rapid.next(RawHttp2.GO_AWAY);
      assertThat(last.type()).isEqualTo(RawHttp2.GO_AWAY);
      assertThat(last.error()).isEqualTo(RawHttp2.CALM_DOWN);
      assertThat(rapid.next(RawHttp2.HEADERS).type()).isNegative();
    }
    try (RawHttp2 other = connect()) {
      other.get("/now", ":authority", "localhost");
      assertThat(other.next(RawHttp2.HEADERS).status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @Tag("GLEBE_HTTP2_CONTROL_FRAMES")
  @CsvSource({
    RawHttp2.SETTINGS + ",0,0",
    RawHttp2.PING + ",0,8",
    RawHttp2.PRIORITY_FRAME + ",3,5",
    RawHttp2.WINDOW_UPDATE + ",0,4",
    UNKNOWN + ",0,20"
  })
  void aClientThatSendsManyControlFramesIsDisconnected(int type, int stream, int bytes)
      throws IOException {
    byte[] payload = new byte[bytes];
    if (bytes > 0) {
      payload[bytes - 1] = 1;
    }
    try (RawHttp2 client = connect()) {
      client.get("/now", ":authority", "localhost");
      assertThat(client.next(RawHttp2.HEADERS).status()).isEqualTo(200);
      client.control(type, stream, payload, CONTROL_FRAMES + CONTROL_FRAMES / 2);
      assertThat(client.next(RawHttp2.GO_AWAY).error()).isEqualTo(RawHttp2.CALM_DOWN);
    }
  }

  @Test
  @Tag("GLEBE_HTTP2_STREAMS")
  void aStreamBeyondTheLimitIsRefusedAndTheOthersGoOn() throws IOException {
    try (RawHttp2 client = connect()) {
      for (int i = 0; i < STREAMS; i++) {
        client.get("/held", ":authority", "localhost");
      }
      int tooMany = client.get("/held", ":authority", "localhost");

      RawHttp2.Frame refusal = client.next(RawHttp2.RESET, RawHttp2.GO_AWAY);
      assertThat(refusal.type()).isEqualTo(RawHttp2.RESET);
      assertThat(refusal.stream()).isEqualTo(tooMany);
      assertThat(refusal.error()).isEqualTo(RawHttp2.REFUSED_STREAM);

      area.answer.complete(Reply.noContent());
      for (int i = 0; i < STREAMS; i++) {
        assertThat(client.next(RawHttp2.HEADERS).type()).isEqualTo(RawHttp2.HEADERS);
      }
    }
  }

  @Test
  @Tag("GLEBE_MAX_HEADER_BYTES")
  void headersHaveTheSameLimitAsInHttp1() throws IOException {
    try (RawHttp2 client = connect()) {
      client.get("/now", ":authority", "localhost", "x-long", "a".repeat(20_000));
      assertThat(client.next(RawHttp2.HEADERS, RawHttp2.RESET).status()).isEqualTo(200);
    }
    try (RawHttp2 client = connect()) {
      client.get("/now", ":authority", "localhost", "x-long", "a".repeat(40_000));
      RawHttp2.Frame refusal = client.next(RawHttp2.HEADERS, RawHttp2.RESET, RawHttp2.GO_AWAY);
      assertThat(refusal.type() == RawHttp2.HEADERS && refusal.status() == 200).isFalse();
    }
  }

  @Test
  @Tag("GLEBE_TLS_HANDSHAKE_TIMEOUT")
  void anUnfinishedHandshakeIsEnded(@TempDir Path folder) throws IOException {
    server.close();
    Certificates.ofFolder(folder);
    server =
        new TestServer(
            TIGHT
                .with(HttpSettings.HTTP_CERTIFICATE, folder.resolve("mqtt/server.pem").toString())
                .with(HttpSettings.HTTP_KEY, folder.resolve("mqtt/server-key.pem").toString())
                .with(ConnectionSettings.TLS_HANDSHAKE_TIMEOUT, "200ms"));
    try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port())) {
      silent.setSoTimeout(5_000); // less than the default of the setting
      assertThat(isEnded(silent)).isTrue();
    }
  }

  private static boolean isEnded(Socket socket) throws IOException {
    try {
      while (socket.getInputStream().read() >= 0) {
        // an alert of TLS may come first
      }
      return true;
    } catch (SocketException reset) {
      return true;
    }
  }
}
