package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.mqtt.broker.Certificates;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MQTT with TLS loads a renewed certificate while devices stay connected. */
class MqttCertificateRenewalTest {
  private static final byte[] ACCEPTED = {0x20, 2, 0, 0};
  private static final byte[] PING = {(byte) 0xc0, 0};
  private static final byte[] PONG = {(byte) 0xd0, 0};

  /**
   * CONNECT of protocol version 4 (MQTT 3.1.1): a clean session with name and password, no
   * keep-alive.
   */
  private static final byte[] CONNECT = {0, 4, 'M', 'Q', 'T', 'T', 4, (byte) 0xc2, 0, 0};

  @TempDir private Path folder;

  private Path file(String owner, String name) {
    return folder.resolve(owner).resolve("mqtt").resolve(name);
  }

  /**
   * Replaces the files as certificate tools do: writes a new file and renames it, the key first.
   */
  private void serve(String owner) throws IOException {
    for (String name : List.of("server-key.pem", "server.pem")) {
      Path beside = folder.resolve(name + ".new");
      Files.copy(file(owner, name), beside);
      Files.move(beside, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private byte[] certificate(String owner) throws IOException {
    String pem = Files.readString(file(owner, "server.pem"));
    return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
  }

  private Settings settings() {
    return TestPlatform.settings(folder.resolve("data"))
        .with(HttpSettings.CERTIFICATE_INTERVAL, "50ms")
        .with(SensorSettings.MQTT_CERTIFICATE, folder.resolve("server.pem").toString())
        .with(SensorSettings.MQTT_KEY, folder.resolve("server-key.pem").toString());
  }

  private static void signIn(SSLSocket device) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream packet = new DataOutputStream(bytes);
    packet.write(CONNECT);
    packet.writeUTF(UUID.randomUUID().toString());
    packet.writeUTF("sensor");
    packet.writeUTF("sensor-dev-password");
    device.getOutputStream().write(new byte[] {0x10, (byte) bytes.size()});
    device.getOutputStream().write(bytes.toByteArray());
    assertThat(device.getInputStream().readNBytes(ACCEPTED.length)).isEqualTo(ACCEPTED);
  }

  private static void ping(SSLSocket device) throws IOException {
    device.getOutputStream().write(PING);
    assertThat(device.getInputStream().readNBytes(PONG.length)).isEqualTo(PONG);
  }

  @Test
  void newConnectionsGetTheNewCertificateAndDevicesStayConnected() throws Exception {
    for (String owner : List.of("first", "second")) {
      Certificates.ofFolder(Files.createDirectory(folder.resolve(owner)));
    }
    serve("first");
    try (Platform platform = Platform.start(settings())) {
      int port = platform.mqtt().tlsPort().orElseThrow();
      try (SSLSocket device = TlsClient.connect(port)) {
        signIn(device);
        assertThat(TlsClient.shown(port)).isEqualTo(certificate("first"));
        serve("second");
        await()
            .untilAsserted(
                () -> assertThat(TlsClient.shown(port)).isEqualTo(certificate("second")));
        ping(device);
        try (SSLSocket late = TlsClient.connect(port)) {
          signIn(late);
          ping(late);
        }
      }
    }
  }
}
