package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.packet.ConnectRequest;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that are too long, and CONNECT packets that are no valid ones. */
@Timeout(180)
class ConnectBoundsTest {
  private static final int CONNECT = 0x10;
  private static final int SUBSCRIBE = 0x82;
  private static final int SUBACK = 0x90;
  private static final int FAILED = 0x80;
  private static final int BAD_FILTER = 0x8F;
  private static final int WRONG_ID = 0x02;
  private static final int WRONG_ID_5 = 0x85;
  private static final int HEADER_BYTES = 2;
  private static final String LONGEST = "i".repeat(ConnectRequest.MAX_CLIENT_ID);
  private static final Settings SETTINGS =
      Settings.defaults().with(SensorSettings.MQTT_CONNECT_TIMEOUT, "10m");

  @TempDir static Path folder;
  private static MqttStation station;

  @BeforeAll
  static void open() throws IOException {
    station = MqttStation.open(folder, MqttLimits.of(SETTINGS));
    station.account("probe");
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static RawClient client() throws IOException {
    return new RawClient(station.broker.port().orElseThrow());
  }

  private static int codeOf4(String clientId) throws IOException {
    try (RawClient client = client()) {
      return client.resume("probe", clientId)[1];
    }
  }

  private static int codeOf5(String clientId) throws IOException {
    try (RawClient client = client()) {
      return client.connectWithWill(5, "probe", clientId, "v1.1/Observations", new byte[1]);
    }
  }

  @Test
  void aClientIdHasAtMost256Characters() throws IOException {
    assertThat(codeOf4(LONGEST)).isZero();
    assertThat(codeOf5(LONGEST)).isZero();
    assertThat(codeOf4(LONGEST + "i")).isEqualTo(WRONG_ID);
    assertThat(codeOf5(LONGEST + "i")).isEqualTo(WRONG_ID_5);
    assertThat(codeOf4("i".repeat(20_000))).isEqualTo(WRONG_ID);
    assertThat(codeOf5("i".repeat(20_000))).isEqualTo(WRONG_ID_5);
  }

  @Test
  void aLongNameOfAGroupIsRefusedLikeALongTopic() throws IOException {
    String filter = "$share/" + "g".repeat(60_000) + "/v1.1/Observations";
    try (RawClient client = client()) {
      assertThat(client.connect("probe", 0)).isZero();
      client.subscribe(filter, 1);
      assertThat(client.in.readNBytes(5)).containsExactly(SUBACK, 3, 0, 1, FAILED);
    }
    try (RawClient client = client()) {
      assertThat(client.connectWithWill(5, "probe", "five", "v1.1/Observations", new byte[1]))
          .isZero();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream body = new DataOutputStream(bytes);
      body.writeShort(1);
      body.writeByte(0);
      body.writeUTF(filter);
      body.writeByte(1);
      client.packet(SUBSCRIBE, bytes.toByteArray());
      assertThat(client.in.readNBytes(6)).containsExactly(SUBACK, 4, 0, 1, 0, BAD_FILTER);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5})
  void aWillOfQualityThreeEndsTheConnectionAtOnce(int version) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream body = new DataOutputStream(bytes);
    body.writeUTF("MQTT");
    body.writeByte(version);
    body.writeByte(0xDE);
    body.writeShort(0);
    body.write(new byte[version - 4]);
    body.writeUTF("will");
    body.write(new byte[version - 4]);
    body.writeUTF("v1.1/Observations");
    body.writeUTF("{}");
    body.writeUTF("probe");
    body.writeUTF(RawClient.PASSWORD);
    try (RawClient client = client()) {
      client.packet(CONNECT, bytes.toByteArray());
      assertThat(client.in.read()).isEqualTo(-1);
    }
  }

  @Test
  void aConnectThatEndsWithinATextEndsTheConnectionAtOnce() throws IOException {
    byte[] whole = RawClient.connectBytes("probe", RawClient.PASSWORD);
    try (RawClient client = client()) {
      client.packet(CONNECT, Arrays.copyOfRange(whole, HEADER_BYTES, whole.length - 1));
      assertThat(client.in.read()).isEqualTo(-1);
    }
  }
}
