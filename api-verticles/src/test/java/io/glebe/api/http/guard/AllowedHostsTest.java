package io.glebe.api.http.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.EchoArea;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests with a host name that is not allowed are refused, so a page of another site cannot call
 * the platform under its own name or change the host of links.
 */
class AllowedHostsTest {
  private static TestServer development;
  private static TestServer production;

  @BeforeAll
  static void start() {
    Settings settings =
        Settings.defaults().with(HttpSettings.HTTP_NAMES, "farm.example, b.example");
    development = new TestServer(settings, new EchoArea());
    production =
        new TestServer(
            settings
                .with(ProcessSettings.PROFILE, "production")
                .with(HttpSettings.BASE_URL, "https://glebe.example/"),
            new EchoArea());
  }

  @AfterAll
  static void stop() {
    development.close();
    production.close();
  }

  private static String response(TestServer server, String version, String... headers)
      throws IOException {
    String head = "GET /links " + version + "\r\nConnection: close\r\n";
    for (String header : headers) {
      head += header.replace("PORT", "" + server.verticle.port()) + "\r\n";
    }
    return server.raw(head + "\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "localhost:PORT",
        "LOCALHOST",
        "localhost.",
        "127.0.0.1:PORT",
        "[::1]:PORT",
        "farm.example",
        "FARM.example:9",
        "b.example"
      })
  void developmentAcceptsNamesOfThisMachineAndOfTheSettings(String host) throws IOException {
    assertThat(response(development, "HTTP/1.1", "Host: " + host)).startsWith("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:PORT",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil.example:80@localhost",
        "localhost,evil.example",
        "198.51.100.7",
        "[::2]",
        "",
        "[::1",
        "localhost:x",
        "127.1",
        "farm.example.evil.example"
      })
  void otherHostNamesAreRefusedBeforeAllOtherChecks(String host) throws IOException {
    for (TestServer server : new TestServer[] {development, production}) {
      String answer = response(server, "HTTP/1.1", "Host: " + host);
      assertThat(answer).containsPattern("^HTTP/1.[01] (421|400) ").contains("problem+json");
      assertThat(answer).doesNotContain("http://evil").doesNotContain("x.example/x");
    }
  }

  @Test
  void linksHaveTheHostOfATargetInAbsoluteForm() throws IOException {
    String absolute = "GET http://%s/links HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n";
    assertThat(development.raw(absolute.formatted("farm.example", "b.example")))
        .startsWith("HTTP/1.1 200")
        .endsWith("http://farm.example/x");
    assertThat(development.raw(absolute.formatted("evil.example", "b.example")))
        .startsWith("HTTP/1.1 421")
        .doesNotContain("http://evil");
  }

  @Test
  void productionAcceptsItsBaseUrlAndLoopbackAndLinksUseTheBaseUrl() throws IOException {
    for (String host : new String[] {"glebe.example", "glebe.example:444", "localhost:PORT"}) {
      assertThat(response(production, "HTTP/1.1", "Host: " + host))
          .startsWith("HTTP/1.1 200")
          .endsWith("https://glebe.example/x");
    }
    assertThat(response(production, "HTTP/1.1", "Host: other.example"))
        .startsWith("HTTP/1.1 421")
        .contains("GLEBE_BASE_URL");
  }

  @Test
  void loopbackNamesAreAcceptedFromThisMachineOnlyAndOwnAddressesFromAllClients() {
    AllowedHosts hosts =
        new AllowedHosts(Settings.defaults().with(ProcessSettings.PROFILE, "production"));
    SocketAddress own = SocketAddress.inetSocketAddress(8080, "192.0.2.7");
    SocketAddress other = SocketAddress.inetSocketAddress(4711, "203.0.113.9");
    assertThat(hosts.isOwn("localhost:8080", own, other)).isFalse();
    assertThat(hosts.isOwn("192.0.2.7:8080", own, other)).isTrue();
    assertThat(hosts.isOwn("192.0.2.8:8080", own, other)).isFalse();
    assertThat(new AllowedHosts(Settings.defaults()).isOwn("localhost:8080", own, other)).isTrue();
  }

  @Test
  void aRequestMustHaveExactlyOneHost() throws IOException {
    assertThat(response(development, "HTTP/1.1")).startsWith("HTTP/1.1 400");
    assertThat(response(development, "HTTP/1.1", "Host: localhost", "Host: localhost"))
        .startsWith("HTTP/1.1 400");
    assertThat(response(development, "HTTP/1.1", "Host: localhost", "Host: evil.example"))
        .startsWith("HTTP/1.1 400");
    assertThat(response(development, "HTTP/1.0")).startsWith("HTTP/1.0 200");
  }

  @Test
  void preflightsToOtherHostNamesAreRefused() throws IOException {
    String preflight =
        "OPTIONS /links HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n"
            + "Access-Control-Request-Method: GET\r\nConnection: close\r\n\r\n";
    assertThat(development.raw(preflight)).startsWith("HTTP/1.1 421");
  }

  @Test
  void theAuthorityOfHttp2IsChecked() {
    HttpClientAgent client =
        development
            .vertx()
            .createHttpClient(
                new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false));
    int port = development.verticle.port();
    assertThat(status(client, port, "localhost")).isEqualTo(200);
    assertThat(status(client, port, "evil.example")).isEqualTo(421);
    client.close().await();
  }

  private static int status(HttpClientAgent client, int port, String authority) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setServer(SocketAddress.inetSocketAddress(port, "127.0.0.1"))
            .setHost("127.0.0.1")
            .setPort(port)
            .setURI("/links");
    return client
        .request(options)
        .compose(request -> request.authority(HostAndPort.create(authority, port)).send())
        .map(io.vertx.core.http.HttpClientResponse::statusCode)
        .await();
  }
}
