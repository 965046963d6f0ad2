package io.glebe.api.http.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.EncodedReply;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.RawConnection;
import io.glebe.api.http.RawHttp2;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHead;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.api.http.fastpath.CachedResponse;
import io.glebe.core.access.Caller;
import io.glebe.core.config.Settings;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests that a proxy and the platform could understand differently. */
class AmbiguousRequestTest {
  private static final String SETTINGS = "AAMAAABkAAQAAP__";
  private static final String HOST = "Host: localhost";
  private static final String TOKEN = "Authorization: Bearer " + TestServer.TOKEN;
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = new TestServer(Settings.defaults(), new Cached());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** A route whose response is served before Vert.x parses the request, after the first one. */
  private static final class Cached implements ApiArea {
    @Override
    public String name() {
      return "cached";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      routes.get(
          Surface.ROOT,
          "/cached",
          Operation.of(
              "cached",
              "",
              Guard.SPATIO,
              request -> {
                ResponseHead head =
                    ResponseHead.cached(
                        Reply.bytes("image/png", Buffer.buffer("a tile")).etag("\"1\""));
                request.cacheForTarget(
                    (CachedResponse)
                        (Caller caller, Optional<String> held) -> Optional.of(ready(head)));
                return Future.succeededFuture(Reply.ready(ready(head)));
              }));
    }

    private static EncodedReply ready(ResponseHead head) {
      return new EncodedReply(head, Buffer.buffer("a tile"), (sent, failure) -> {});
    }
  }

  /** The status of the same request after one that is cached, on the same connection. */
  private static int afterACachedResponse(String... headers) throws IOException {
    try (RawConnection client =
        new RawConnection(URI.create("http://127.0.0.1:" + server.verticle.port()))) {
      for (int i = 0; i < 2; i++) {
        client.say("GET /cached HTTP/1.1", HOST, TOKEN, "");
        assertThat(client.read(true).status()).isEqualTo(200);
      }
      return status(client, headers);
    }
  }

  private static int onANewConnection(String... headers) throws IOException {
    try (RawConnection client =
        new RawConnection(URI.create("http://127.0.0.1:" + server.verticle.port()))) {
      return status(client, headers);
    }
  }

  private static int status(RawConnection client, String... headers) throws IOException {
    client.say("GET /cached HTTP/1.1");
    client.say(headers);
    client.say("");
    return client.read(true).status();
  }

  private static int inHttp2(String... headers) throws IOException {
    try (RawHttp2 client = new RawHttp2(server.verticle.port())) {
      client.get("/cached", headers);
      RawHttp2.Frame answer = client.next(RawHttp2.HEADERS, RawHttp2.RESET, RawHttp2.GO_AWAY);
      // a stream that is reset is refused as well
      return answer.type() == RawHttp2.HEADERS ? answer.status() : 400;
    }
  }

  private static void assertRefused(String... headers) throws IOException {
    assertThat(afterACachedResponse(headers)).isEqualTo(400);
    assertThat(onANewConnection(headers)).isEqualTo(400);
  }

  @Test
  void aRequestHasOneHost() throws IOException {
    assertThat(onANewConnection(HOST, TOKEN)).isEqualTo(200);
    assertRefused(TOKEN);
    assertRefused(HOST, HOST, TOKEN);
    assertRefused(HOST, "Host: 127.0.0.1", TOKEN);
  }

  /** The status of a request whose target is in absolute form, on a connection after another. */
  private static int absolute(String host, String header) throws IOException {
    try (RawConnection client =
        new RawConnection(URI.create("http://127.0.0.1:" + server.verticle.port()))) {
      client.say("GET /cached HTTP/1.1", HOST, TOKEN, "");
      assertThat(client.read(true).status()).isEqualTo(200);
      client.say("GET http://" + host + "/cached HTTP/1.1", header, TOKEN, "");
      return client.read(true).status();
    }
  }

  @Test
  void theHostOfATargetInAbsoluteFormCounts() throws IOException {
    assertThat(absolute("localhost", HOST)).isEqualTo(200);
    assertThat(absolute("127.0.0.1:1", HOST)).isEqualTo(200);
    assertThat(absolute("localhost", "Host: other.example")).isEqualTo(200);
    for (int i = 0; i < 2; i++) { // the second time the target is known
      assertThat(absolute("other.example", HOST)).isEqualTo(421);
    }
    assertThat(absolute("", HOST)).isEqualTo(400);
    assertThat(absolute("me@localhost", HOST)).isEqualTo(400);
    assertThat(absolute("localhost", "X-Other: 1")).as("no header Host").isEqualTo(400);
  }

  @Test
  void aRequestHasOneCredential() throws IOException {
    assertRefused(HOST, TOKEN, TOKEN);
    assertRefused(HOST, TOKEN, "Authorization: Bearer other");
    assertRefused(HOST, "Authorization: Basic eDp5", TOKEN);
  }

  /** The status of a request that asks for an upgrade to HTTP/2, in whichever protocol it comes. */
  private static int upgraded(String... headers) throws IOException {
    String answer = upgradedBy(SETTINGS, headers);
    return Integer.parseInt(answer.substring(answer.indexOf(' ') + 1));
  }

  private static String upgradedBy(String settings, String... headers) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port())) {
      socket.setSoTimeout(60_000);
      String head =
          "GET /cached HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
              + ("HTTP2-Settings: " + settings + "\r\n")
              + String.join("\r\n", headers)
              + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      int status = status(socket.getInputStream());
      if (status != 101) {
        return "HTTP/1.1 " + status;
      }
      try (RawHttp2 client = new RawHttp2(socket, 65_535)) {
        return "HTTP/2 " + client.next(RawHttp2.HEADERS).status();
      }
    }
  }

  private static int status(InputStream in) throws IOException {
    StringBuilder answer = new StringBuilder();
    while (!answer.toString().endsWith("\r\n\r\n")) {
      int next = in.read();
      assertThat(next).as("after %s", answer).isNotNegative();
      answer.append((char) next);
    }
    return Integer.parseInt(answer.substring(9, 12));
  }

  @Test
  void theSameHoldsForAnUpgradeToHttp2() throws IOException {
    assertThat(upgraded(HOST, TOKEN)).isEqualTo(200);
    assertThat(upgraded(HOST, HOST, TOKEN)).isEqualTo(400);
    assertThat(upgraded(HOST, "Host: other.example", TOKEN)).isEqualTo(400);
    assertThat(upgraded(TOKEN)).isEqualTo(400);
    assertThat(upgraded(HOST, TOKEN, TOKEN)).isEqualTo(400);
    assertThat(upgraded(HOST, TOKEN, "Authorization: Bearer other")).isEqualTo(400);
  }

  /** Vert.x would read the body as frames of HTTP/2, before the limits of bodies. */
  @Test
  void aRequestWithABodyIsNotUpgraded() throws IOException {
    for (String body : List.of("Transfer-Encoding: chunked", "Content-Length: 5")) {
      assertThat(upgradedBy(SETTINGS, HOST, TOKEN, body)).as(body).isEqualTo("HTTP/1.1 200");
    }
    assertThat(upgradedBy(SETTINGS, HOST, TOKEN, "Content-Length: 0")).isEqualTo("HTTP/2 200");
  }

  /** Vert.x would answer 400, and neither close the connection nor release what follows. */
  @Test
  void aRequestWithWrongSettingsIsNotUpgraded() throws IOException {
    for (String settings : List.of("!", "AAMAAAB", "AAMAAABkAA", "AAT_____")) {
      assertThat(upgradedBy(settings, HOST, TOKEN)).as(settings).isEqualTo("HTTP/1.1 200");
    }
    assertThat(upgradedBy(SETTINGS, HOST, TOKEN, "HTTP2-Settings: " + SETTINGS))
        .isEqualTo("HTTP/1.1 200");
  }

  @Test
  void theSameHoldsForHttp2() throws IOException {
    String name = "authorization";
    String bearer = "Bearer " + TestServer.TOKEN;
    assertThat(inHttp2(":authority", "localhost", name, bearer)).isEqualTo(200);
    assertThat(inHttp2(name, bearer)).isEqualTo(400);
    assertThat(
            inHttp2(
                ":authority", "localhost", "host", "localhost", "host", "localhost", name, bearer))
        .isEqualTo(400);
    assertThat(inHttp2(":authority", "localhost", "host", "127.0.0.1", name, bearer))
        .isEqualTo(400);
    assertThat(inHttp2("host", "localhost", name, bearer)).isEqualTo(200);
    assertThat(inHttp2("host", "localhost", "host", "localhost", name, bearer)).isEqualTo(400);
    assertThat(inHttp2("host", "localhost", "host", "other.example", name, bearer)).isEqualTo(400);
    assertThat(inHttp2(":authority", "localhost", name, bearer, name, bearer)).isEqualTo(400);
    assertThat(inHttp2(":authority", "localhost", name, bearer, name, "Bearer other"))
        .isEqualTo(400);
  }
}
