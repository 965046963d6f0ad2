package io.glebe.api.http.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.vertx.core.Future;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Forwarding headers of trusted proxies: client address, scheme, host and prefix. Headers of other
 * senders are ignored.
 */
class ForwardedTest {
  private static TestServer behindProxies;
  private static TestServer direct;

  @BeforeAll
  static void start() {
    Settings settings = Settings.defaults();
    behindProxies =
        new TestServer(
            settings
                .with(HttpSettings.TRUST_FORWARDED, "127.0.0.1, 10.0.0.0/8, fd00::/8")
                .with(HttpSettings.HTTP_NAMES, "farm.example"),
            new WhereFrom());
    direct = new TestServer(settings, new WhereFrom());
  }

  @AfterAll
  static void stop() {
    behindProxies.close();
    direct.close();
  }

  /** Routes that return the client's address and a link, and an operations route. */
  private static final class WhereFrom implements ApiArea {
    @Override
    public String name() {
      return "where";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      routes
          .get(
              Surface.ROOT,
              "/client",
              Operation.of(
                  "client", "", Guard.PUBLIC, r -> say(r.clientAddress().getHostAddress())))
          .get(
              Surface.ROOT,
              "/links",
              Operation.of("links", "", Guard.PUBLIC, r -> say(r.links().to("/x"))))
          .get(
              Surface.ROOT,
              "/state",
              Operation.of("state", "", Guard.OPERATIONS, r -> say("well")));
    }

    private static Future<Reply> say(String text) {
      return Future.succeededFuture(Reply.text(200, "text/plain", text));
    }
  }

  /** Parses headers that are written as {@code name: value} and separated by bars. */
  private static String[] headers(String text) {
    List<String> all = new ArrayList<>();
    for (String header : text.split("\\|", -1)) {
      all.addAll(List.of(header.split(": ", 2)));
    }
    return all.toArray(String[]::new);
  }

  private static String response(TestServer server, String path, String headers) {
    return server
        .get(path, headers(headers))
        .body()
        .replace("127.0.0.1:" + server.verticle.port(), "SELF");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      value = {
        "X-Forwarded-For: 203.0.113.9 => 203.0.113.9",
        "X-Forwarded-For: 203.0.113.9:4711 => 203.0.113.9",
        "X-Forwarded-For: 127.0.0.1, 203.0.113.9 => 203.0.113.9",
        "X-Forwarded-For: 192.0.2.1, 203.0.113.9, 10.1.1.1 => 203.0.113.9",
        "X-Forwarded-For: nonsense, 203.0.113.9, 10.1.1.1 => 203.0.113.9",
        "X-Forwarded-For: 192.0.2.1|X-Forwarded-For: 203.0.113.9 => 203.0.113.9",
        "X-Forwarded-For: 10.2.2.2, 10.1.1.1 => 10.2.2.2",
        "X-Forwarded-For: 2001:db8::7 => 2001:db8:0:0:0:0:0:7",
        "X-Forwarded-For: 2001:db8::7, fd00::1 => 2001:db8:0:0:0:0:0:7",
        "Forwarded: for=203.0.113.9;proto=https => 203.0.113.9",
        "Forwarded: for=192.0.2.1, for=\"[2001:db8::7]:4711\" => 2001:db8:0:0:0:0:0:7",
        "Forwarded: for=203.0.113.9|X-Forwarded-For: 203.0.113.9 => 203.0.113.9",
        "Accept: text/plain => 127.0.0.1",
      })
  void theClientIsTheLastUntrustedAddress(String headers, String client) {
    assertThat(response(behindProxies, "/client", headers)).isEqualTo(client);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Forwarded-For: unknown",
        "X-Forwarded-For: 203.0.113.9, localhost",
        "X-Forwarded-For: 203.0.113.9, ",
        "X-Forwarded-For: ",
        "X-Forwarded-For: 203.0.113.9:http",
        "X-Forwarded-For: 999.0.0.1",
        "Forwarded: for=_hidden",
        "Forwarded: for=\"203.0.113.9",
        "Forwarded: proto=https",
        "Forwarded: ;;=,,",
        "Forwarded: for=127.0.0.1|X-Forwarded-For: 203.0.113.9",
        "Forwarded: for=203.0.113.9|X-Forwarded-For: 127.0.0.1",
      })
  void unreadableHeadersGiveNoClientAndAreNotLocal(String headers) {
    assertThat(response(behindProxies, "/client", headers)).isEqualTo("127.0.0.1");
    assertThat(behindProxies.get("/state", headers(headers)).statusCode()).isEqualTo(403);
    assertThat(response(behindProxies, "/links", headers)).isEqualTo("http://SELF/x");
  }

  @Test
  void aListWithTooManyProxiesGivesNoClient() {
    String longWay = "X-Forwarded-For: " + "10.0.0.1, ".repeat(40) + "10.0.0.2";
    assertThat(response(behindProxies, "/client", longWay)).isEqualTo("127.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Forwarded-For: 203.0.113.9",
        "Forwarded: for=203.0.113.9",
        "X-Forwarded-For: 10.1.1.1"
      })
  void aProxyOnThisMachineDoesNotMakeItsClientsLocal(String headers) {
    assertThat(behindProxies.get("/state", headers(headers)).statusCode()).isEqualTo(403);
    assertThat(direct.get("/state", headers(headers)).statusCode()).isEqualTo(403);
  }

  @Test
  void aClientOnThisMachineIsLocalDirectlyAndThroughATrustedProxy() {
    assertThat(behindProxies.get("/state").statusCode()).isEqualTo(200);
    assertThat(direct.get("/state").statusCode()).isEqualTo(200);
    String[] own = headers("X-Forwarded-For: 127.0.0.1");
    assertThat(behindProxies.get("/state", own).statusCode()).isEqualTo(200);
    assertThat(direct.get("/state", own).statusCode()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Via: 1.1 proxy",
        "X-Real-IP: 127.0.0.1",
        "X-Forwarded-Host: a.example",
        "X-Forwarded-Server: inner",
        "X-Forwarded-Ssl: on",
        "X-Original-Forwarded-For: 203.0.113.9",
        "X-Envoy-External-Address: 203.0.113.9",
        "CF-Connecting-IP: 203.0.113.9",
        "True-Client-IP: 203.0.113.9",
        "X-Client-IP: 203.0.113.9",
        "x-amzn-trace-id: Root=1"
      })
  void everyProxyHeaderClosesOperationsEndpoints(String headers) {
    assertThat(direct.get("/state", headers(headers)).statusCode()).isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      value = {
        "Forwarded: for=203.0.113.9;proto=https;host=farm.example => https://farm.example/x",
        "Forwarded: for=1.1.1.1;host=evil.example, for=203.0.113.9;host=farm.example"
            + " => http://farm.example/x",
        "X-Forwarded-For: 203.0.113.9, 10.1.1.1|X-Forwarded-Host: farm.example, inner"
            + " => http://farm.example/x",
        "X-Forwarded-For: 203.0.113.9|X-Forwarded-Host: evil.example, farm.example"
            + " => http://farm.example/x",
        "X-Forwarded-Host: farm.example|X-Forwarded-Port: 8443|X-Forwarded-Proto: HTTPS"
            + " => https://farm.example:8443/x",
        "X-Forwarded-Proto: https => https://SELF/x",
        "X-Forwarded-Proto: gopher => http://SELF/x",
        "X-Forwarded-Prefix: /glebe/ => http://SELF/glebe/x",
      })
  void linksUseTheHeadersOfATrustedProxy(String headers, String link) {
    assertThat(response(behindProxies, "/links", headers)).isEqualTo(link);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Forwarded-Host: evil.example",
        "X-Forwarded-Host: evil\"><script>",
        "Forwarded: for=203.0.113.9;host=evil.example",
        "Forwarded: for=203.0.113.9;host=\"\"",
      })
  void aHostThatIsNotAllowedIsRefusedEvenFromATrustedProxy(String headers) {
    assertThat(behindProxies.get("/links", headers(headers)).statusCode()).isEqualTo(421);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Forwarded: for=203.0.113.9;proto=https;host=evil.example",
        "X-Forwarded-For: 203.0.113.9|X-Forwarded-Host: evil.example",
        "X-Forwarded-Proto: https",
        "X-Forwarded-Prefix: /evil",
      })
  void headersOfOtherSendersAreIgnored(String headers) {
    assertThat(response(direct, "/links", headers)).isEqualTo("http://SELF/x");
    assertThat(response(direct, "/client", headers)).isEqualTo("127.0.0.1");
  }

  @Test
  void upgradeRequestsThroughAProxyAreNotAccepted() throws Exception {
    assertThat(spoken(behindProxies)).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(spoken(direct)).isEqualTo(HttpClient.Version.HTTP_2);
  }

  /** The HTTP version used with a client that requests an upgrade to HTTP/2 without encryption. */
  private static HttpClient.Version spoken(TestServer server) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.verticle.port() + "/client");
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
      return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).version();
    }
  }
}
