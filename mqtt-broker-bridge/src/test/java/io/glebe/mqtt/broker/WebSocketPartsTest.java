package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.limit.MqttLimits;
import io.vertx.core.net.NetServer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The frames of WebSockets after the handshake: cut anywhere, not completed, and invalid ones. */
@Timeout(180)
class WebSocketPartsTest {
  private static final int PUBLISH = 0x32;
  private static final int PUBACK = 0x40;
  private static final int CONTINUATION = 0;
  private static final int TEXT = 1;
  private static final int BINARY = 2;
  private static final int CLOSE = 8;
  private static final int PING = 9;
  private static final int PONG = 10;
  private static final int FINAL = 0x80;
  private static final int PROTOCOL_ERROR = 1002;
  private static final int INVALID_TYPE = 1003;
  private static final int TOO_SMALL = 1008;
  private static final int LARGE = 200_000;
  private static final int SMALL = 1_000;
  private static final int PACKETS = 300;
  private static final int CONNACK_BYTES = 4;
  private static final int PUBACK_BYTES = 4;
  private static final MqttLimits LIMITS =
      MqttLimits.of(Settings.defaults().with(SensorSettings.MQTT_STALL, "2s"));

  @TempDir private Path folder;

  private final Random random = new Random(3);
  private MqttStation station;
  private NetServer server;
  private Socket socket;
  private DataInputStream in;

  @BeforeEach
  void open() throws IOException {
    station = MqttStation.open(folder, LIMITS);
    station.account("probe");
    InetAddress here = InetAddress.getLoopbackAddress();
    server = station.vertx.createNetServer();
    server.connectHandler(connection -> station.broker.open(connection, here));
    server.listen(0, "127.0.0.1").await();
    socket = new Socket(here, server.actualPort());
    socket.setSoTimeout(60_000);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
    station.close();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** A frame of a client. */
  private byte[] frame(int first, byte[] payload) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream frame = new DataOutputStream(bytes);
    byte[] mask = new byte[4];
    random.nextBytes(mask);
    frame.writeByte(first);
    if (payload.length <= 125) {
      frame.writeByte(0x80 | payload.length);
    } else if (payload.length < 1 << 16) {
      frame.writeByte(0x80 | 126);
      frame.writeShort(payload.length);
    } else {
      frame.writeByte(0x80 | 127);
      frame.writeLong(payload.length);
    }
    frame.write(mask);
    for (int i = 0; i < payload.length; i++) {
      frame.writeByte(payload[i] ^ mask[i % 4]);
    }
    return bytes.toByteArray();
  }

  private void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** The payload of a frame of the server, which has this first byte. */
  private byte[] answer(int first, int length) throws IOException {
    assertThat(in.readUnsignedByte()).isEqualTo(FINAL | first);
    assertThat(in.readUnsignedByte()).isEqualTo(length);
    return in.readNBytes(length);
  }

  private void connect() throws IOException {
    send(frame(FINAL | BINARY, RawClient.connectBytes("probe", RawClient.PASSWORD)));
    assertThat(answer(BINARY, CONNACK_BYTES)).containsExactly(0x20, 2, 0, 0);
  }

  private static byte[] publication(long datastream, int id, int bytes) throws IOException {
    byte[] topic = BrokerTest.topic(datastream).getBytes(StandardCharsets.UTF_8);
    byte[] payload = Json.bytes(Json.object().put("result", "x".repeat(bytes)));
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(packet);
    int length = 2 + topic.length + 2 + payload.length;
    out.writeByte(PUBLISH);
    out.writeByte(length & 0x7F | 0x80);
    out.writeByte(length >> 7 & 0x7F | 0x80);
    out.writeByte(length >> 14);
    out.writeShort(topic.length);
    out.write(topic);
    out.writeShort(id);
    out.write(payload);
    return packet.toByteArray();
  }

  private void assertAcknowledged(int id) throws IOException {
    assertThat(answer(BINARY, PUBACK_BYTES)).containsExactly(PUBACK, 2, 0, id);
  }

  private long underWay() {
    return station.broker.dispatcher().budgets().underWay().used();
  }

  @Test
  void framesAndPacketsMayBeCutAnywhere() throws Exception {
    long datastream = station.datastream("probe");
    connect();
    byte[] first = publication(datastream, 1, 20_000);
    byte[] second = publication(datastream, 2, 70_000);
    int cut = 10_001;
    byte[] fragments =
        join(
            frame(BINARY, java.util.Arrays.copyOf(first, cut)),
            frame(FINAL | PING, "between".getBytes(StandardCharsets.US_ASCII)),
            frame(CONTINUATION, new byte[0]),
            frame(
                FINAL | CONTINUATION,
                join(java.util.Arrays.copyOfRange(first, cut, first.length), second)));
    for (int at = 0; at < fragments.length; ) {
      int to = Math.min(fragments.length, at + 1 + random.nextInt(at < 64 ? 1 : 9_000));
      send(java.util.Arrays.copyOfRange(fragments, at, to));
      at = to;
    }
    assertThat(answer(PONG, 7)).asString(StandardCharsets.US_ASCII).isEqualTo("between");
    assertAcknowledged(1);
    assertAcknowledged(2);
  }

  @Test
  void aFrameThatDoesNotEndCountsAndIsCutOff() throws Exception {
    long datastream = station.datastream("probe");
    connect();
    byte[] whole = frame(FINAL | BINARY, publication(datastream, 1, LARGE));
    send(java.util.Arrays.copyOf(whole, whole.length - 1));

    await().until(() -> underWay() > LARGE);
    assertThat(in.read()).isEqualTo(-1);
    await().untilAsserted(() -> assertThat(underWay()).isZero());
  }

  @Test
  void aFragmentedMessageThatDoesNotEndCountsAndIsCutOff() throws Exception {
    long datastream = station.datastream("probe");
    connect();
    byte[] whole = publication(datastream, 1, LARGE);
    send(frame(BINARY, java.util.Arrays.copyOf(whole, 100)));
    for (int at = 100; at < whole.length - 1_000; at += 1_000) {
      send(frame(CONTINUATION, java.util.Arrays.copyOfRange(whole, at, at + 1_000)));
    }
    await().until(() -> underWay() > LARGE);
    assertThat(in.read()).isEqualTo(-1);
    await().untilAsserted(() -> assertThat(underWay()).isZero());
  }

  /** Each byte in a frame of its own. */
  private byte[] bytewise(byte[] packet) throws IOException {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    for (byte one : packet) {
      frames.writeBytes(frame(FINAL | BINARY, new byte[] {one}));
    }
    return frames.toByteArray();
  }

  @Test
  @Tag("GLEBE_MIN_CHUNK_BYTES")
  void aLongPacketInFramesOfOneByteEndsTheConnection() throws IOException {
    long datastream = station.datastream("probe");
    assertClosed(TOO_SMALL, bytewise(publication(datastream, 1, SMALL)));
  }

  @Test
  void emptyFramesEndTheConnection() throws IOException {
    byte[] fragments = frame(BINARY, new byte[0]);
    for (int i = 0; i < SMALL; i++) {
      fragments = join(fragments, frame(CONTINUATION, new byte[0]));
    }
    assertClosed(TOO_SMALL, fragments);
  }

  @Test
  void aLargeFrameDoesNotPayForSmallOnesAfterIt() throws IOException {
    byte[] packet = publication(station.datastream("probe"), 1, LARGE);
    int small = packet.length - SMALL;
    assertClosed(
        TOO_SMALL,
        join(
            frame(FINAL | BINARY, java.util.Arrays.copyOf(packet, small)),
            bytewise(java.util.Arrays.copyOfRange(packet, small, packet.length))));
  }

  @Test
  void smallPacketsMayHaveFramesOfTheirOwn() throws IOException {
    connect();
    byte[] ping = frame(FINAL | BINARY, new byte[] {(byte) 0xC0, 0});
    for (int i = 0; i < SMALL; i++) {
      send(ping);
      assertThat(answer(BINARY, 2)).containsExactly(0xD0, 0);
    }
  }

  @Test
  void eachPartOfAPacketMayHaveAFrame() throws IOException {
    long datastream = station.datastream("probe");
    connect();
    int topic = BrokerTest.topic(datastream).length();
    for (int id = 1; id <= PACKETS; id++) {
      byte[] packet = publication(datastream, id, 1);
      ByteArrayOutputStream parts = new ByteArrayOutputStream();
      int at = 0;
      for (int length : new int[] {1, 3, 2, topic, 2, packet.length - topic - 8}) {
        byte[] part = java.util.Arrays.copyOfRange(packet, at, at + length);
        parts.writeBytes(frame(FINAL | BINARY, part));
        at += length;
      }
      send(parts.toByteArray());
      assertThat(answer(BINARY, PUBACK_BYTES)).containsExactly(PUBACK, 2, id >> 8, id);
    }
  }

  private void assertClosed(int status, byte[] sent) throws IOException {
    connect();
    send(sent);
    assertThat(in.readUnsignedByte()).isEqualTo(FINAL | CLOSE);
    byte[] payload = in.readNBytes(in.readUnsignedByte()); // the status, and a text
    assertThat((payload[0] & 0xFF) << 8 | payload[1] & 0xFF).isEqualTo(status);
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void textIsAgainstTheStandardOfMqtt() throws IOException {
    assertClosed(INVALID_TYPE, frame(FINAL | TEXT, new byte[1]));
  }

  @Test
  void aFrameOfAnUnknownKindIsRefused() throws IOException {
    assertClosed(PROTOCOL_ERROR, frame(FINAL | 3, new byte[1]));
  }

  @Test
  void aFrameWithoutMaskIsRefused() throws IOException {
    assertClosed(PROTOCOL_ERROR, new byte[] {(byte) (FINAL | BINARY), 4, 1, 2, 3, 4});
  }

  @Test
  void aContinuationOfNothingIsRefused() throws IOException {
    assertClosed(PROTOCOL_ERROR, frame(FINAL | CONTINUATION, new byte[1]));
  }

  @Test
  void aMessageWithinAMessageIsRefused() throws IOException {
    assertClosed(PROTOCOL_ERROR, join(frame(BINARY, new byte[0]), frame(BINARY, new byte[1])));
  }

  @Test
  void aPingInPartsIsRefused() throws IOException {
    assertClosed(PROTOCOL_ERROR, frame(PING, new byte[1]));
  }

  @Test
  void aLongPingIsRefused() throws IOException {
    assertClosed(PROTOCOL_ERROR, frame(FINAL | PING, new byte[126]));
  }

  @Test
  void theEndOfTheClientIsAnsweredWithItsStatus() throws IOException {
    byte[] goingAway = {3, (byte) 0xE9, 'b', 'y', 'e'};
    assertClosed(1001, frame(FINAL | CLOSE, goingAway));
  }

  @Test
  void anEndWithHalfAStatusIsAnError() throws IOException {
    assertClosed(PROTOCOL_ERROR, frame(FINAL | CLOSE, new byte[] {3}));
  }
}
