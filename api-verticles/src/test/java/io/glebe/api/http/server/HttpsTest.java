package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.EchoArea;
import io.glebe.api.http.EncodedReply;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHead;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.api.http.fastpath.CachedResponse;
import io.glebe.api.http.guard.PinnedCertificate;
import io.glebe.core.access.Caller;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.CertificateFiles;
import io.glebe.mqtt.broker.Certificates;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The platform's own HTTPS server: TLS versions, HTTP/2, cached responses and security headers. */
class HttpsTest {
  @TempDir private static Path folder;
  private static final Tile TILE = new Tile();
  private static TestServer server;
  private static SSLContext trust;

  @BeforeAll
  static void start() throws IOException {
    Certificates.ofFolder(folder);
    Settings settings =
        Settings.defaults()
            .with(ProcessSettings.PROFILE, "production")
            .with(HttpSettings.HTTP_CERTIFICATE, folder.resolve("mqtt/server.pem").toString())
            .with(HttpSettings.HTTP_KEY, folder.resolve("mqtt/server-key.pem").toString());
    CertificateFiles.Pair pair = CertificateFiles.http(settings).orElseThrow().read();
    trust = new PinnedCertificate(pair::leaf).context();
    server = new TestServer(settings, TILE);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** A route whose response is served from memory after the first request. */
  private static final class Tile implements ApiArea {
    private final AtomicInteger requests = new AtomicInteger();

    @Override
    public String name() {
      return "tile";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      routes.get(Surface.ROOT, "/tile", Operation.of("tile", "", Guard.SPATIO, this::answer));
    }

    private Future<Reply> answer(ApiRequest request) {
      requests.incrementAndGet();
      Buffer body = Buffer.buffer("a tile");
      ResponseHead head = ResponseHead.cached(Reply.bytes("image/png", body).etag("\"1\""));
      request.cacheForTarget(
          (CachedResponse) (Caller caller, Optional<String> held) -> Optional.of(ready(head)));
      return Future.succeededFuture(Reply.ready(ready(head)));
    }

    private static EncodedReply ready(ResponseHead head) {
      return new EncodedReply(head, Buffer.buffer("a tile"), (sent, failure) -> {});
    }
  }

  private static SSLSocket connection(String... versions) throws IOException {
    SSLSocket socket =
        (SSLSocket) trust.getSocketFactory().createSocket("127.0.0.1", server.verticle.port());
    socket.setSoTimeout(10_000);
    if (versions.length > 0) {
      socket.setEnabledProtocols(versions);
    }
    return socket;
  }

  private static String tile(SSLSocket socket) throws IOException {
    String request =
        "GET /tile HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + TestServer.TOKEN
            + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    StringBuilder answer = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (answer.indexOf("a tile") < 0) {
      int next = in.read();
      assertThat(next).as(answer.toString()).isNotNegative();
      answer.append((char) next);
    }
    return answer.toString();
  }

  @Test
  void cachedResponsesAreServedOverTls() throws IOException {
    try (SSLSocket socket = connection()) {
      assertThat(tile(socket)).startsWith("HTTP/1.1 200");
      int expected = TILE.requests.get() + (TestServer.HAS_FAST_PATH ? 0 : 3);
      for (int i = 0; i < 3; i++) {
        assertThat(tile(socket))
            .startsWith("HTTP/1.1 200")
            .containsIgnoringCase("strict-transport-security: max-age=31536000");
      }
      assertThat(TILE.requests.get()).as("asked of the endpoint").isEqualTo(expected);
    }
  }

  @Test
  void http2IsNegotiatedAndEveryResponseHasStrictTransportSecurity() throws Exception {
    try (HttpClient client = HttpClient.newBuilder().sslContext(trust).build()) {
      for (String path : new String[] {"/tile", "/nothing"}) {
        URI uri = URI.create("https://localhost:" + server.verticle.port() + path);
        HttpResponse<String> answer =
            client.send(
                HttpRequest.newBuilder(uri)
                    .header("Authorization", "Bearer " + TestServer.TOKEN)
                    .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.headers().firstValue("Strict-Transport-Security"))
            .contains("max-age=31536000");
      }
    }
  }

  @Test
  void oldTlsVersionsAndPlainHttpAreRefused() throws IOException {
    for (String version : new String[] {"TLSv1.3", "TLSv1.2"}) {
      try (SSLSocket socket = connection(version)) {
        assertThat(tile(socket)).startsWith("HTTP/1.1 200");
        assertThat(socket.getSession().getProtocol()).isEqualTo(version);
      }
    }
    try (SSLSocket socket = connection("TLSv1.1")) {
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
    }
    assertThat(server.raw("GET /tile HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .doesNotContain("a tile");
  }

  @Test
  void withoutTlsThereIsNoStrictTransportSecurity() {
    try (TestServer plain = new TestServer(Settings.defaults(), new EchoArea())) {
      assertThat(plain.get("/version").headers().firstValue("Strict-Transport-Security")).isEmpty();
    }
  }
}
