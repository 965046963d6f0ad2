package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.ListenHosts;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The development profile has no real authentication, so it can be reached from this machine only.
 */
class ListenTest {
  @TempDir private Path folder;

  private static boolean answers(InetAddress address, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), 5000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** An address of this machine that other machines can reach. */
  private static Optional<InetAddress> outer() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(a -> a instanceof Inet4Address && !a.isLoopbackAddress())
        .findAny();
  }

  /**
   * Files that other accounts could read, without those of the database. Also checks the
   * permissions of the data folder.
   */
  private static List<Path> openToOtherAccounts(Path data) throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
        .matches("rwx(------|--x--x)");
    try (Stream<Path> all = Files.walk(data)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.startsWith(data.resolve("postgres")))
          .filter(ListenTest::isOpen)
          .toList();
    }
  }

  private static boolean isOpen(Path file) {
    try {
      return !PosixFilePermissions.toString(Files.getPosixFilePermissions(file)).endsWith("------");
    } catch (IOException e) {
      return false; // it was deleted meanwhile
    }
  }

  @Test
  void everyPortOfTheDevelopmentProfileIsOnTheLoopbackInterface() throws Exception {
    Optional<InetAddress> outer = outer();
    assumeTrue(outer.isPresent(), "this machine has no other address");
    try (PlatformProcess platform = PlatformProcess.shortLived(folder.resolve("data"), Map.of())) {
      ObjectNode status = platform.running();
      for (String endpoint : new String[] {"http", "mqtt", "mqtts"}) {
        int port = URI.create(status.path(endpoint).asText()).getPort();
        assertThat(answers(InetAddress.ofLiteral("127.0.0.1"), port)).as(endpoint).isTrue();
        assertThat(answers(outer.get(), port)).as(endpoint + " at " + outer.get()).isFalse();
      }
      int database =
          Integer.parseInt(status.path("database").asText().replaceAll(".*:(\\d+).*", "$1"));
      assertThat(answers(outer.get(), database)).as("database").isFalse();
      int http = URI.create(status.path("http").asText()).getPort();
      if (ListenHosts.http(Settings.defaults()).contains("::1")) {
        assertThat(answers(InetAddress.ofLiteral("::1"), http)).as("::1").isTrue();
      }
      assertThat(platform.output()).doesNotContain("open to others");
      assertThat(openToOtherAccounts(folder.resolve("data"))).isEmpty();
    }
  }

  @Test
  void aDevelopmentProfileOpenToOthersWarnsAboutItsOpenPorts() throws Exception {
    Optional<InetAddress> outer = outer();
    assumeTrue(outer.isPresent(), "this machine has no other address");
    Map<String, String> exposed = Map.of("GLEBE_DEV_EXPOSE", "true");
    try (PlatformProcess platform = PlatformProcess.shortLived(folder.resolve("data"), exposed)) {
      ObjectNode status = platform.running();
      int port = URI.create(status.path("http").asText()).getPort();
      assertThat(answers(outer.get(), port)).isTrue();
      assertThat(platform.output())
          .contains("the development profile is open to others (HTTP at 0.0.0.0 port " + port)
          .contains("MQTT at 0.0.0.0 port ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "198.51.100.7"})
  void aDevelopmentHostOpenToOthersFailsTheStartBeforeAnythingStarts(String host) {
    Glebe.CommandResult output =
        Glebe.run(
            "run", "--port", "0", "--host", host, "--data", folder.resolve("data").toString());
    assertThat(output.code()).isEqualTo(2);
    assertThat(output.err().lines())
        .singleElement()
        .asString()
        .startsWith("glebe: GLEBE_HTTP_HOST: " + host)
        .contains("GLEBE_DEV_EXPOSE=true");
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void theProfileChoosesTheHosts() {
    Settings development = Settings.defaults();
    Settings production = development.with(ProcessSettings.PROFILE, "production");
    assertThat(ListenHosts.http(development)).first().isEqualTo("127.0.0.1");
    assertThat(ListenHosts.mqtt(development)).isEqualTo("127.0.0.1");
    assertThat(ListenHosts.http(production)).containsExactly("0.0.0.0");
    assertThat(ListenHosts.mqtt(production)).isEqualTo("0.0.0.0");
    assertThat(ListenHosts.http(production.with(HttpSettings.HTTP_HOST, "localhost")))
        .first()
        .isEqualTo("127.0.0.1");
    ListenHosts.check(production.with(HttpSettings.HTTP_HOST, "198.51.100.7"));
    ListenHosts.check(development.with(HttpSettings.HTTP_HOST, "127.0.0.9"));
    assertThatThrownBy(
            () -> ListenHosts.check(development.with(SensorSettings.MQTT_HOST, "0.0.0.0")))
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("GLEBE_MQTT_HOST");
  }
}
