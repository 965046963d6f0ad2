package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.api.http.Route;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.progress.Progress;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** GLEBE_AREAS is the list of verticles that are deployed. */
class AreaVerticlesTest {
  @TempDir private static Path folder;
  private static Settings settings;

  @BeforeAll
  static void shareOneDatabase() {
    settings = TestPlatform.settings(folder);
  }

  private static int status(Platform platform, String path) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(platform.address() + path)).build();
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  private static Set<String> areas(Platform platform) {
    return platform.routes().routes().stream().map(Route::area).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "development-identity",
        "identity",
        "console",
        "openapi",
        "farm",
        "partner",
        "sensors",
        "alarms",
        "features",
        "spatio"
      })
  void eachAreaCanBeDeployedAlone(String area) throws Exception {
    try (Platform platform = Platform.start(settings.with(ProcessSettings.AREAS, area))) {
      assertThat(areas(platform)).containsExactlyInAnyOrder("ops", area);
      assertThat(status(platform, "/health/ready")).isEqualTo(200);
      assertThat(platform.mqtt().tlsPort().isPresent()).isEqualTo(area.equals("sensors"));
    }
  }

  @Test
  void pathsOfAreasThatAreNotDeployedAreNotFound() throws Exception {
    try (Platform platform = Platform.start(settings.with(ProcessSettings.AREAS, "ops"))) {
      assertThat(areas(platform)).containsExactly("ops");
      assertThat(status(platform, "/v1/farms")).isEqualTo(404);
      assertThat(status(platform, "/metrics")).isEqualTo(200);
    }
  }

  @Test
  void anAreaThatFailsToStartEndsTheStartAndLeavesNothingOpen() throws Exception {
    Settings broken =
        settings
            .with(ProcessSettings.AREAS, "farm,sensors")
            .with(SensorSettings.MQTT_BROKER, "http://no broker");
    ShutdownSequence shutdown = new ShutdownSequence();
    AtomicBoolean closed = new AtomicBoolean();
    shutdown.add("first", () -> closed.set(true));

    assertThatThrownBy(
            () ->
                Platform.start(
                    broken, shutdown, new Platform.Start(Progress.NONE, () -> {}, reason -> {})))
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("GLEBE_MQTT_BROKER");
    assertThat(closed).isTrue();
  }

  @Test
  void aFreePortIsReservedUntilItsServerListens() throws Exception {
    InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
    int port;
    try (Ports.Reserved reserved = ReservedPorts.http(settings);
        Ports.Reserved other = ReservedPorts.http(settings)) {
      port = reserved.port();
      assertThat(port).isPositive().isNotEqualTo(other.port());
      assertThatThrownBy(() -> new Socket(loopback, port).close())
          .isInstanceOf(ConnectException.class);
    }
    try (ServerSocket server = new ServerSocket(port, 1, loopback)) {
      assertThat(server.isBound()).isTrue();
    }
  }
}
