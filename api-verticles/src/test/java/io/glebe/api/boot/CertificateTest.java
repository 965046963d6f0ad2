package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.glebe.api.http.CertificateWatch;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.guard.BearerAuthenticator;
import io.glebe.api.http.log.RequestLog;
import io.glebe.api.http.server.Gateway;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.infrastructure.PublicAddress;
import io.glebe.core.metrics.Meters;
import io.glebe.core.problem.Problem;
import io.glebe.mqtt.broker.Certificates;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Certificates are replaced while the platform runs, and invalid certificates fail the start. */
class CertificateTest {
  @TempDir private Path folder;
  private Vertx vertx;

  @BeforeEach
  void certificates() throws IOException {
    vertx = Vertx.vertx();
    for (String name : List.of("a", "b")) {
      Certificates.ofFolder(Files.createDirectory(folder.resolve(name)));
    }
    copy("a", "server.pem");
    copy("a", "server-key.pem");
  }

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  private Path used(String file) {
    return folder.resolve(file);
  }

  /** Replaces a file as certificate tools do: writes a new file and renames it. */
  private void copy(String from, String file) throws IOException {
    Path beside = folder.resolve(file + ".new");
    Files.copy(folder.resolve(from).resolve("mqtt").resolve(file), beside);
    Files.move(beside, used(file), StandardCopyOption.ATOMIC_MOVE);
  }

  private Settings settings() {
    return Settings.defaults()
        .with(HttpSettings.HTTP_PORT, "0")
        .with(HttpSettings.CERTIFICATE_INTERVAL, "50ms")
        .with(HttpSettings.HTTP_CERTIFICATE, used("server.pem").toString())
        .with(HttpSettings.HTTP_KEY, used("server-key.pem").toString());
  }

  private GatewayServers serve(Meters meters) throws IOException {
    Settings settings = settings();
    RouteTable nothing = RouteTable.of(List.of());
    BearerAuthenticator nobody =
        new BearerAuthenticator((token, audience) -> Future.failedFuture(Problem.unauthorized("")));
    RequestLog log = new RequestLog(meters.registry(), settings);
    return GatewayServers.start(
        vertx,
        new Gateway(nothing, nobody, settings, PublicAddress.of(settings, 8080), log),
        settings,
        meters.registry(),
        ReservedPorts.http(settings));
  }

  private byte[] certificate(String name) throws Exception {
    String pem = Files.readString(folder.resolve(name).resolve("mqtt/server.pem"));
    return java.util.Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
  }

  private static String send(SSLSocket socket) throws IOException {
    socket
        .getOutputStream()
        .write("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    String status = in.readLine();
    while (!in.readLine().isEmpty()) {}
    return status;
  }

  /** Collects the log lines about certificates from now on. */
  private static ListAppender<ILoggingEvent> listening() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    ((Logger) LoggerFactory.getLogger(CertificateWatch.class)).addAppender(log);
    return log;
  }

  @Test
  void newConnectionsGetTheNewCertificateAndOldOnesContinue() throws Exception {
    try (Meters meters = new Meters();
        GatewayServers servers = serve(meters);
        SSLSocket old = TlsClient.connect(servers.port())) {
      assertThat(TlsClient.shown(servers.port())).isEqualTo(certificate("a"));
      assertThat(send(old)).isEqualTo("HTTP/1.1 404 Not Found");

      copy("b", "server-key.pem"); // now certificate and key do not match
      for (int i = 0; i < 20; i++) {
        assertThat(TlsClient.shown(servers.port())).isEqualTo(certificate("a"));
      }
      copy("b", "server.pem");
      await()
          .untilAsserted(
              () -> assertThat(TlsClient.shown(servers.port())).isEqualTo(certificate("b")));
      assertThat(send(old)).isEqualTo("HTTP/1.1 404 Not Found");

      ListAppender<ILoggingEvent> log = listening();
      Path other = Files.writeString(used("other.pem"), "no certificate");
      Files.move(other, used("server.pem"), StandardCopyOption.ATOMIC_MOVE);
      await().until(() -> !warnings(log).isEmpty());
      for (int i = 0; i < 20; i++) {
        assertThat(TlsClient.shown(servers.port())).isEqualTo(certificate("b"));
      }
      assertThat(warnings(log))
          .singleElement()
          .asString()
          .contains("contains no certificate in PEM");
    }
  }

  /** Not the line about the certificate before, which is served a moment before it is logged. */
  private static List<ILoggingEvent> warnings(ListAppender<ILoggingEvent> log) {
    return List.copyOf(log.list).stream().filter(line -> line.getLevel() == Level.WARN).toList();
  }

  private Glebe.CommandResult start(String certificate, String key) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    String lines = certificate.isEmpty() ? "" : "http.certificate=" + used(certificate) + "\n";
    lines += key.isEmpty() ? "" : "http.key=" + used(key) + "\n";
    Files.writeString(data.resolve("glebe.properties"), lines);
    return Glebe.run("run", "--port", "0", "--areas", "ops", "--data", data.toString());
  }

  private static void assertRefused(Glebe.CommandResult output, String... parts) {
    assertThat(output.code()).as(output.err()).isEqualTo(2);
    assertThat(output.err().lines())
        .singleElement()
        .asString()
        .startsWith("glebe: ")
        .contains(parts);
  }

  @Test
  void anInvalidPairFailsTheStartWithOneLine() throws Exception {
    assertRefused(start("server.pem", ""), "GLEBE_HTTP_KEY belong together");
    assertRefused(start("", "server-key.pem"), "GLEBE_HTTP_KEY belong together");
    assertRefused(start("none.pem", "server-key.pem"), "GLEBE_HTTP_CERTIFICATE", "does not exist");
    assertRefused(start("server-key.pem", "server-key.pem"), "contains no certificate");
    assertRefused(start("server.pem", "server.pem"), "GLEBE_HTTP_KEY", "PKCS#8");
    assertRefused(start("a/mqtt/server.pem", "b/mqtt/server-key.pem"), "is not the key of");
    assertThat(folder.resolve("data/postgres")).doesNotExist();
  }
}
