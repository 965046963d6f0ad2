package io.glebe.api.http.server;

import static io.glebe.api.http.server.GatewayAnswers.header;
import static io.glebe.api.http.server.GatewayAnswers.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.api.http.EchoArea;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayBodyTest {
  private static final EchoArea ECHO = new EchoArea();
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = new TestServer(Settings.defaults().with(HttpSettings.MAX_BODY_BYTES, "1M"), ECHO);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void jsonIsParsedBeforeTheHandlerRuns() {
    HttpRequest.Builder request =
        server
            .to("/json")
            .header("Content-Type", "application/json; charset=utf-8")
            .POST(BodyPublishers.ofString("{\"a\": 1.50}"));
    assertThat(server.send(request).body()).isEqualTo("{\"a\":1.50}");
  }

  @Test
  void largeJsonIsParsed() {
    String text = "{\"a\":\"" + "x".repeat(200_000) + "\"}";
    HttpRequest.Builder request =
        server
            .to("/json")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(text));
    assertThat(server.send(request).body()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[]", "", "{\"a\":1,\"a\":2}"})
  void brokenJsonIs400(String body) {
    problem(
        server.send(
            server
                .to("/json")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))),
        400);
  }

  @Test
  @Tag("glebe.json.levels")
  void deeplyNestedJsonIs400() {
    String deep = "{\"a\":" + "[".repeat(5000) + "]".repeat(5000) + "}";
    problem(
        server.send(
            server
                .to("/json")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(deep))),
        400);
  }

  @Test
  void anUnsupportedMediaTypeIs415AndListsTheAcceptedTypes() {
    HttpResponse<String> response =
        server.send(
            server
                .to("/json")
                .header("Content-Type", "text/csv")
                .method("PATCH", BodyPublishers.ofString("a,b")));
    problem(response, 415);
    assertThat(header(response, "Accept-Patch"))
        .isEqualTo("application/merge-patch+json, application/json");
    problem(server.send(server.to("/json").POST(BodyPublishers.ofString("{}"))), 415);
    problem(
        server.send(
            server
                .to("/json")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofString("{}"))),
        415);
  }

  @Test
  @Tag("GLEBE_MAX_BODY_BYTES")
  void tooLargeBodiesAre413WithAndWithoutContentLength() {
    problem(server.send(server.to("/small").POST(BodyPublishers.ofByteArray(new byte[1001]))), 413);
    problem(
        server.send(
            server
                .to("/small")
                .POST(
                    BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(new byte[100_000])))),
        413);
    assertThat(
            server
                .send(server.to("/small").POST(BodyPublishers.ofByteArray(new byte[1000])))
                .body())
        .isEqualTo("1000");
    problem(
        server.send(
            server
                .to("/json")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(new byte[(1 << 20) + 1]))),
        413);
  }

  @Test
  void anExpectContinueRequestIsRefusedBeforeItsBodyIsSent() throws IOException {
    String response =
        server.raw(
            "POST /small HTTP/1.1\r\n"
                + "Host: localhost\r\n"
                + "Content-Length: 5000\r\n"
                + "Expect: 100-continue\r\n\r\n");
    assertThat(response).startsWith("HTTP/1.1 413").doesNotContain("100 Continue");
  }

  @Test
  void anExpectContinueRequestGets100WhenItsBodyIsAccepted() {
    assertThat(
            server
                .send(
                    server
                        .to("/small")
                        .expectContinue(true)
                        .POST(BodyPublishers.ofByteArray(new byte[10])))
                .body())
        .isEqualTo("10");
  }

  @Test
  void uploadsAreStreamedCompletelyToAReaderOnAnotherThread() {
    byte[] bytes = new byte[20 << 20];
    new Random(42).nextBytes(bytes);
    CRC32 crc = new CRC32();
    crc.update(bytes);
    assertThat(server.send(server.to("/upload").PUT(BodyPublishers.ofByteArray(bytes))).body())
        .isEqualTo(bytes.length + " " + crc.getValue());
  }

  @Test
  void anUploadBeyondItsLimitIs413() {
    problem(
        server.send(
            server.to("/upload").PUT(BodyPublishers.ofInputStream(() -> new Endless(70L << 20)))),
        413);
  }

  @Test
  @Tag("GLEBE_MAX_UPLOAD_BYTES")
  void anUploadBeyondTheSettingIs413WithAndWithoutContentLength() {
    Settings small = Settings.defaults().with(HttpSettings.MAX_UPLOAD_BYTES, "1000");
    try (TestServer narrow = new TestServer(small, ECHO)) {
      byte[] large = new byte[100_000];
      problem(narrow.send(upload(narrow, BodyPublishers.ofByteArray(new byte[1001]))), 413);
      problem(
          narrow.send(
              upload(narrow, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)))),
          413);
      assertThat(narrow.send(upload(narrow, BodyPublishers.ofByteArray(new byte[1000]))).body())
          .startsWith("1000 ");
    }
  }

  private static HttpRequest.Builder upload(TestServer to, HttpRequest.BodyPublisher body) {
    return to.to("/upload-closed").header("Authorization", "Bearer t").PUT(body);
  }

  @Test
  void anUploadWithoutATokenIsRefused() {
    problem(
        server.send(server.to("/upload-closed").PUT(BodyPublishers.ofByteArray(new byte[5 << 20]))),
        401);
  }

  @Test
  void anInterruptedUploadEndsTheRequest() throws IOException {
    int before = server.log.underWay();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port())) {
      socket
          .getOutputStream()
          .write(
              "PUT /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nabc"
                  .getBytes(StandardCharsets.US_ASCII));
      await().until(() -> server.log.underWay() > before);
    }
    await().until(() -> server.log.underWay() == before);
  }

  @Test
  void longResponsesAreWrittenCompletelyWithBackPressure() {
    assertThat(server.get("/long").body().lines().count()).isEqualTo(EchoArea.LONG_LINES);
    HttpResponse<String> head =
        server.send(server.to("/long").method("HEAD", BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
  }

  /** An endless stream of zeros, so that only the server's limit ends the upload. */
  private static final class Endless extends java.io.InputStream {
    private long left;

    Endless(long length) {
      left = length;
    }

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      int n = (int) Math.min(left, length);
      left -= n;
      return n == 0 ? -1 : n;
    }
  }
}
