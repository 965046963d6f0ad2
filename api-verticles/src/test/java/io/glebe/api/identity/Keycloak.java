package io.glebe.api.identity;

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
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A Keycloak server in its own process on loopback, with one imported realm. */
final class Keycloak implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(6);
  private static final String MEMORY = "-Xms64m -Xmx512m";
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  private final Path home;
  private final int port;
  private final Process process;

  private Keycloak(Path home, int port, Process process) {
    this.home = home;
    this.port = port;
    this.process = process;
  }

  /**
   * Starts the unpacked distribution and waits until its realm answers.
   *
   * @param realm the realm to import
   */
  static Keycloak start(Path home, String realm) {
    try {
      Path imports = Files.createDirectories(home.resolve("data/import"));
      delete(home.resolve("data/h2"));
      Files.writeString(imports.resolve("realm.json"), realm);
      int port = freePort();
      List<String> command =
          List.of(
              "sh",
              home.resolve("bin/kc.sh").toString(),
              "start-dev",
              "--import-realm",
              "--http-host=127.0.0.1",
              "--http-port=" + port,
              "--http-management-port=" + freePort(),
              "--features=token-exchange-standard",
              "--log-level=warn");
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(Map.of("JAVA_HOME", System.getProperty("java.home")));
      builder.environment().put("JAVA_OPTS_KC_HEAP", MEMORY);
      builder.environment().put("JAVA_OPTS_APPEND", QUICK);
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      builder.redirectErrorStream(true);
      builder.redirectOutput(home.resolve("data/server.log").toFile());
      Keycloak keycloak = new Keycloak(home, port, builder.start());
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

  String issuer() {
    return "http://127.0.0.1:" + port + "/realms/glebe";
  }

  /** The realm in the admin API. */
  String admin() {
    return "http://127.0.0.1:" + port + "/admin/realms/glebe";
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
