package io.glebe.api.identity;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.mqtt.broker.Certificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A Keycloak server in its own process on loopback, by HTTP and HTTPS, with the realm that we ship
 * and additions of the tests. All tests of a process share it.
 */
final class Keycloak implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(6);
  private static final String MEMORY = "-Xms64m -Xmx512m";
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  private static final String HOME = "glebe.keycloak.home";
  private static Optional<Keycloak> shared = Optional.empty();

  /** Ports that it listens on, or that a platform will listen on. */
  private record Ports(int http, int https, int management, int platform) {}

  private final Path home;
  private final Ports ports;
  private final Process process;

  private Keycloak(Path home, Ports ports, Process process) {
    this.home = home;
    this.ports = ports;
    this.process = process;
  }

  /** The server of all tests, which ends with this process; skips the test without one. */
  static synchronized Keycloak shared() {
    if (shared.isEmpty()) {
      Keycloak started = start(installation());
      shared = Optional.of(started);
      Runtime.getRuntime().addShutdownHook(new Thread(started::close));
    }
    return shared.get();
  }

  /** The unpacked distribution; skips the test without one. */
  static Path installation() {
    String home = System.getProperty(HOME, "");
    assumeTrue(!home.isEmpty(), "Keycloak runs only with the Maven profile keycloak");
    return Path.of(home);
  }

  /** Starts the unpacked distribution and waits until its realm answers. */
  private static Keycloak start(Path home) {
    try {
      Ports ports = new Ports(freePort(), freePort(), freePort(), freePort());
      Path certificates = home.resolve("data/tls");
      delete(certificates);
      Certificates.ofFolder(Files.createDirectories(certificates));
      Path imports = Files.createDirectories(home.resolve("data/import"));
      delete(home.resolve("data/h2"));
      Files.writeString(imports.resolve("realm.json"), KeycloakRealm.withAdditions());
      List<String> command =
          List.of(
              "sh",
              home.resolve("bin/kc.sh").toString(),
              "start-dev",
              "--import-realm",
              "--http-host=127.0.0.1",
              "--http-port=" + ports.http(),
              "--https-port=" + ports.https(),
              "--https-certificate-file=" + certificates.resolve("mqtt/server.pem"),
              "--https-certificate-key-file=" + certificates.resolve("mqtt/server-key.pem"),
              "--http-management-port=" + ports.management(),
              "--log-level=warn");
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(Map.of("JAVA_HOME", System.getProperty("java.home")));
      builder.environment().putAll(KeycloakRealm.environment(platformAddress(ports)));
      builder.environment().put("KC_BOOTSTRAP_ADMIN_USERNAME", KeycloakRealm.ADMINISTRATOR);
      builder.environment().put("KC_BOOTSTRAP_ADMIN_PASSWORD", KeycloakRealm.PASSWORD);
      builder.environment().put("JAVA_OPTS_KC_HEAP", MEMORY);
      builder.environment().put("JAVA_OPTS_APPEND", QUICK);
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      builder.redirectErrorStream(true);
      builder.redirectOutput(home.resolve("data/server.log").toFile());
      Keycloak keycloak = new Keycloak(home, ports, builder.start());
      keycloak.awaitRealm();
      return keycloak;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitRealm() {
    try {
      Awaitility.await()
          .atMost(START)
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> !process.isAlive() || answers());
      if (!process.isAlive()) {
        throw new IllegalStateException(
            "Keycloak ended: " + Files.readString(home.resolve("data/server.log")));
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw new IllegalStateException("Keycloak does not start", e);
    }
  }

  private boolean answers() {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(issuer() + "/.well-known/openid-configuration"))
              .timeout(Duration.ofSeconds(5))
              .build();
      return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  int port() {
    return ports.http();
  }

  /** The address of a platform whose console is registered. */
  URI platform() {
    return URI.create(platformAddress(ports));
  }

  private static String platformAddress(Ports ports) {
    return "https://localhost:" + ports.platform();
  }

  /** The server at a port of this machine, by HTTP. */
  static String issuer(int port) {
    return "http://127.0.0.1:" + port + "/realms/glebe";
  }

  String issuer() {
    return issuer(ports.http());
  }

  /** The issuer by HTTPS. */
  String securedIssuer() {
    return "https://localhost:" + ports.https() + "/realms/glebe";
  }

  /** The realm in the admin API. */
  String admin() {
    return "http://127.0.0.1:" + ports.http() + "/admin/realms/glebe";
  }

  /** The realm in the admin API by HTTPS. */
  String securedAdmin() {
    return "https://localhost:" + ports.https() + "/admin/realms/glebe";
  }

  /** The authority of its certificate. */
  Path authority() {
    return home.resolve("data/tls/mqtt-ca.pem");
  }

  /** Certificate and key for servers on this machine, of the same authority. */
  Path certificate(String file) {
    return home.resolve("data/tls/mqtt").resolve(file);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> walk = Files.walk(folder)) {
        for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
