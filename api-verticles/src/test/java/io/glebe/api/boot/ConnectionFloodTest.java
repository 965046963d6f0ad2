package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.metrics.MeterNames;
import io.glebe.mqtt.fixture.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that open more connections than they may have. */
class ConnectionFloodTest {
  private static final int TOTAL = 60;
  private static final int OF_ONE = 20;

  /** The connection with which the platform checks its own listener may be among them. */
  private static final int OWN = 1;

  @TempDir Path folder;

  private Settings settings() {
    return TestPlatform.settings(folder)
        .with(ConnectionSettings.HTTP_CONNECTIONS, "" + TOTAL)
        .with(ConnectionSettings.HTTP_CONNECTIONS_PER_ADDRESS, "" + OF_ONE)
        .with(ConnectionSettings.MQTT_CONNECTIONS, "" + TOTAL)
        .with(ConnectionSettings.MQTT_CONNECTIONS_PER_ADDRESS, "" + OF_ONE);
  }

  /** Many connections without a byte. */
  private static final class Flood implements AutoCloseable {
    private final List<Socket> sockets = new ArrayList<>();

    Flood(int port, int count) throws IOException {
      for (int i = 0; i < count; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(1);
        sockets.add(socket);
      }
    }

    long open() {
      return sockets.stream().filter(Flood::isOpen).count();
    }

    private static boolean isOpen(Socket socket) {
      try {
        return socket.getInputStream().read() >= 0;
      } catch (SocketTimeoutException silent) {
        return true;
      } catch (SocketException reset) {
        return false;
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() throws IOException {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static double refused(Platform platform, String protocol, String reason) {
    return platform
        .infrastructure()
        .meters()
        .registry()
        .get(MeterNames.CONNECTIONS_REFUSED)
        .tags("protocol", protocol, "reason", reason)
        .functionCounter()
        .count();
  }

  private static double open(Platform platform, String protocol) {
    return platform
        .infrastructure()
        .meters()
        .registry()
        .get(MeterNames.CONNECTIONS_OPEN)
        .tag("protocol", protocol)
        .gauge()
        .value();
  }

  private static void assertOneAddressKeeps(int most, Platform platform, String protocol, int port)
      throws IOException {
    try (Flood flood = new Flood(port, 2 * OF_ONE)) {
      await().until(() -> flood.open() <= most);
      assertThat(flood.open()).isGreaterThanOrEqualTo(most - OWN);
      assertThat(refused(platform, protocol, "address")).isGreaterThanOrEqualTo(OF_ONE);
    }
    await().until(() -> open(platform, protocol) <= OWN);
  }

  private static int health(URI server) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(server.resolve("/health")).build(),
              HttpResponse.BodyHandlers.ofString())
          .statusCode();
    }
  }

  private static boolean isServed(URI server) throws InterruptedException {
    try {
      return health(server) == 200;
    } catch (IOException closedAtOnce) {
      return false;
    }
  }

  @Test
  @Tag("GLEBE_HTTP_CONNECTIONS_PER_ADDRESS")
  @Tag("GLEBE_MQTT_CONNECTIONS_PER_ADDRESS")
  void oneAddressCannotTakeAllConnections() throws IOException {
    try (Platform platform = Platform.start(settings())) {
      URI server = URI.create(platform.address());

      assertOneAddressKeeps(OF_ONE, platform, "http", server.getPort());
      assertOneAddressKeeps(OF_ONE, platform, "mqtt", platform.mqtt().port().orElseThrow());
      assertOneAddressKeeps(OF_ONE, platform, "mqtt", platform.mqtt().tlsPort().orElseThrow());

      await().until(() -> isServed(server));
    }
  }

  @Test
  @Tag("GLEBE_HTTP_CONNECTIONS")
  void theClientsOfATrustedProxyShareTheTotal() throws Exception {
    Settings proxied = settings().with(HttpSettings.TRUST_FORWARDED, "127.0.0.1");
    try (Platform platform = Platform.start(proxied)) {
      URI server = URI.create(platform.address());
      try (Flood many = new Flood(server.getPort(), 2 * OF_ONE)) {
        assertThat(health(server)).isEqualTo(200);
        assertThat(many.open()).isEqualTo(2 * OF_ONE);
        try (Flood tooMany = new Flood(server.getPort(), TOTAL)) {
          await().until(() -> many.open() + tooMany.open() <= TOTAL);
          assertThat(refused(platform, "http", "total")).isPositive();
          assertThat(refused(platform, "http", "address")).isZero();
        }
      }
      await().until(() -> isServed(server));
    }
  }

  private interface Connecting {
    void connect() throws Exception;
  }

  private static void takesMoreThanTwoSeconds(Connecting client) throws Exception {
    long start = System.nanoTime();
    for (int i = 0; i < 2 * OF_ONE; i++) {
      client.connect();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(2));
  }

  @Test
  @Tag("GLEBE_HTTP_CONNECT_RATE")
  @Tag("GLEBE_MQTT_CONNECT_RATE")
  void whoOpensConnectionsTooFastIsServedLaterButServed() throws Exception {
    Settings slow =
        settings()
            .with(ConnectionSettings.HTTP_CONNECT_RATE, "" + OF_ONE / 2)
            .with(ConnectionSettings.MQTT_CONNECT_RATE, "" + OF_ONE / 2);
    try (Platform platform = Platform.start(slow)) {
      URI server = URI.create(platform.address());
      await().until(() -> isServed(server));

      takesMoreThanTwoSeconds(() -> assertThat(health(server)).isEqualTo(200));
      takesMoreThanTwoSeconds(
          () -> {
            try (RawClient client = new RawClient(platform.mqtt().port().orElseThrow())) {
              assertThat(client.connect("nobody", 0)).as("its password is wrong").isEqualTo(4);
            }
          });
    }
  }
}
