package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.MqttShareSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.limit.MqttLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Clients that have not signed in have bytes of their own, by address, and none of messages. */
@Timeout(180)
@EnabledOnOs(OS.LINUX) // other systems have no address 127.0.0.2
class HalfConnectsTest {
  private static final int PUBACK = 0x40;
  private static final int WRONG_PASSWORD = 4;
  private static final int SENT = 1_400;
  private static final int OF_ADDRESS = 16 * 1024;
  private static final int CLIENTS = 20;
  private static final byte[] WHOLE = RawClient.connectBytes("probe", "p".repeat(SENT));
  private static final byte[] LARGE = RawClient.connectBytes("probe", "p".repeat(16_384));
  private static final Settings SETTINGS =
      Settings.defaults()
          .with(MqttShareSettings.MQTT_SIGN_IN_BYTES, "128k")
          .with(MqttShareSettings.MQTT_SIGN_IN_BYTES_PER_ADDRESS, "16k")
          .with(MqttShareSettings.MQTT_CONNECT_BYTES, "16k")
          .with(SensorSettings.MQTT_CONNECT_TIMEOUT, "10m");

  @TempDir private Path folder;

  private final List<Socket> abusers = new ArrayList<>();
  private MqttStation station;

  private void open(Settings settings) throws IOException {
    station = MqttStation.open(folder, MqttLimits.of(settings));
    station.account("probe");
  }

  @AfterEach
  void close() throws IOException {
    closeAbusers();
    station.close();
  }

  private void closeAbusers() throws IOException {
    for (Socket socket : abusers) {
      socket.close();
    }
  }

  private Socket abuser() throws IOException {
    return abuser("127.0.0.2");
  }

  private Socket abuser(String address) throws IOException {
    Socket socket = new Socket();
    abusers.add(socket);
    socket.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
    socket.connect(
        new InetSocketAddress(
            InetAddress.getLoopbackAddress(), station.broker.port().orElseThrow()));
    return socket;
  }

  /** Sends most of a CONNECT packet. */
  private Socket half() throws IOException {
    Socket socket = abuser();
    socket.getOutputStream().write(WHOLE, 0, SENT);
    return socket;
  }

  /** Whether the server closes a connection without an answer. */
  private static boolean isClosed(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() == -1;
    } catch (SocketException reset) { // the rest of what was sent has not been read
      return true;
    }
  }

  private void assertThatAnotherAddressSignsIn() throws IOException {
    try (RawClient other = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(other.connect("probe", 0)).isZero();
    }
  }

  private long held() {
    return station.broker.dispatcher().budgets().signIn().used();
  }

  @Test
  @Tag("GLEBE_MQTT_SIGN_IN_BYTES_PER_ADDRESS")
  void halfConnectsOfOneAddressHaveItsShareAndOthersSignIn() throws IOException {
    open(SETTINGS);
    int fitting = OF_ADDRESS / SENT;
    for (int i = 0; i < fitting; i++) {
      half();
    }
    await().until(() -> held() == (long) fitting * SENT);
    for (int i = fitting; i < CLIENTS; i++) {
      assertThat(isClosed(half())).isTrue();
    }
    assertThatAnotherAddressSignsIn();
    assertThat(station.broker.dispatcher().budgets().underWay().used())
        .as("bytes of messages")
        .isZero();
    closeAbusers();
    await().untilAsserted(() -> assertThat(held()).isZero());
    abusers.clear();
    try (RawClient same = new RawClient(abuser())) {
      assertThat(same.connect("probe", 0)).isZero();
    }
    await().untilAsserted(() -> assertThat(held()).isZero());
  }

  @Test
  @Tag("GLEBE_MQTT_SIGN_IN_BYTES")
  void halfConnectsOfManyAddressesHaveABoundAndEndWithTheirConnections() throws IOException {
    open(SETTINGS);
    int ofAddress = OF_ADDRESS / SENT;
    int all = 128 * 1024 / SENT;
    int sent = 0;
    for (int address = 2; sent <= all; address++) {
      for (int i = 0; i < ofAddress && sent <= all; i++, sent++) {
        abuser("127.0.0." + address).getOutputStream().write(WHOLE, 0, SENT);
      }
    }
    await().until(() -> held() > 128 * 1024 - SENT);
    Socket another = abuser("127.0.0.200");
    another.getOutputStream().write(WHOLE, 0, SENT);
    assertThat(isClosed(another)).isTrue();
    assertThat(held()).isLessThanOrEqualTo(128 * 1024);
    closeAbusers();
    await().untilAsserted(() -> assertThat(held()).isZero());
    assertThatAnotherAddressSignsIn();
  }

  @Test
  void whatIsAnnouncedTakesNothing() throws IOException {
    open(SETTINGS);
    for (int i = 0; i < 10 * CLIENTS; i++) {
      abuser().getOutputStream().write(WHOLE, 0, 3);
    }
    await().until(() -> held() == 30L * CLIENTS);
    assertThatAnotherAddressSignsIn();
  }

  @Test
  void aTrustedProxyHasMoreThanOneAddress() throws IOException {
    open(SETTINGS.with(HttpSettings.TRUST_FORWARDED, "127.0.0.2"));
    for (int i = 0; i < CLIENTS; i++) {
      half();
    }
    await().until(() -> held() == (long) CLIENTS * SENT);
    assertThatAnotherAddressSignsIn();
  }

  @Test
  @Tag("GLEBE_MQTT_CONNECT_BYTES")
  void aLargerConnectEndsTheConnectionAtItsHeader() throws IOException {
    open(SETTINGS);
    Socket socket = abuser();
    socket.getOutputStream().write(LARGE, 0, 10);
    assertThat(isClosed(socket)).isTrue();
    await().untilAsserted(() -> assertThat(held()).isZero());
  }

  @Test
  void theLongestTokenFitsTheDefault() throws IOException {
    open(Settings.defaults());
    Socket socket = abuser();
    socket.getOutputStream().write(LARGE);
    byte[] answer = socket.getInputStream().readNBytes(4);
    assertThat(answer).containsExactly(0x20, 2, 0, WRONG_PASSWORD);
    await().untilAsserted(() -> assertThat(held()).isZero());
  }

  @Test
  void messagesThatFollowConnectAtOnceAreStoredAfterTheSignIn() throws IOException {
    open(Settings.defaults());
    long datastream = station.datastream("probe");
    Socket socket = abuser();
    try (RawClient client = new RawClient(socket)) {
      socket.getOutputStream().write(RawClient.connectBytes("probe", RawClient.PASSWORD));
      for (int id = 1; id <= CLIENTS; id++) {
        String value = "{\"result\":1,\"phenomenonTime\":\"2026-01-01T00:00:%02dZ\"}".formatted(id);
        client.publish(
            1, false, id, BrokerTest.topic(datastream), value.getBytes(StandardCharsets.UTF_8));
      }
      assertThat(client.in.readNBytes(4)).containsExactly(0x20, 2, 0, 0);
      for (int id = 1; id <= CLIENTS; id++) {
        assertThat(client.answer()).containsExactly(PUBACK, id);
      }
    }
    assertThat(station.stored(datastream)).isEqualTo(CLIENTS);
  }
}
