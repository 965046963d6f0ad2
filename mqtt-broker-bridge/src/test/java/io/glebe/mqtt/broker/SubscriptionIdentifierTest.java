package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Identifiers of subscriptions in messages, packet by packet, as the library of the other tests
 * does not show them.
 */
@Timeout(120)
class SubscriptionIdentifierTest {
  private static final int CONNECT = 0x10;
  private static final int CONNACK = 0x20;
  private static final int SUBSCRIBE = 0x82;
  private static final int SUBACK = 0x90;
  private static final int PUBACK = 0x40;
  private static final int DISCONNECT = 0xE0;
  private static final int EXPIRY = 0x11;
  private static final int IDENTIFIER = 0x0B;
  private static final int PROTOCOL_ERROR = 0x82;

  @TempDir static Path folder;
  private static MqttStation station;

  @BeforeAll
  static void open() throws IOException {
    station = MqttStation.open(folder);
    station.account("probe");
  }

  @AfterAll
  static void close() {
    station.close();
  }

  /** A packet as it was read. */
  private record Packet(int first, byte[] body) {}

  /** A message with the identifiers of its subscriptions. */
  private record Message(String topic, int result, List<Integer> identifiers) {}

  private static int number(DataInputStream in) throws IOException {
    int number = 0;
    int shift = 0;
    int digit;
    do {
      digit = in.readUnsignedByte();
      number |= (digit & 0x7F) << shift;
      shift += 7;
    } while ((digit & 0x80) != 0);
    return number;
  }

  private static void number(DataOutputStream out, int number) throws IOException {
    int rest = number;
    do {
      int digit = rest % 128;
      rest /= 128;
      out.writeByte(rest > 0 ? digit | 0x80 : digit);
    } while (rest > 0);
  }

  private static Packet packet(RawClient client) throws IOException {
    int first = client.in.readUnsignedByte();
    return new Packet(first, client.in.readNBytes(number(client.in)));
  }

  /** Connects; returns the session expiry interval that the server tells, or -1. */
  private static int connect(RawClient client, String id, int expiry) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream body = new DataOutputStream(bytes);
    body.writeUTF("MQTT");
    body.writeByte(5);
    body.writeByte(0xC0);
    body.writeShort(0);
    body.writeByte(5);
    body.writeByte(EXPIRY);
    body.writeInt(expiry);
    body.writeUTF(id);
    body.writeUTF("probe");
    body.writeUTF(MqttStation.PASSWORD);
    client.packet(CONNECT, bytes.toByteArray());
    Packet answer = packet(client);
    assertThat(answer.first()).isEqualTo(CONNACK);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(answer.body()));
    in.readUnsignedByte();
    assertThat(in.readUnsignedByte()).as("reason code").isZero();
    number(in);
    return in.readUnsignedByte() == EXPIRY ? in.readInt() : -1;
  }

  private static void sendSubscribe(RawClient client, String filter, int identifier)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream body = new DataOutputStream(bytes);
    body.writeShort(1);
    body.writeByte(identifier < 128 ? 2 : 3);
    body.writeByte(IDENTIFIER);
    number(body, identifier);
    body.writeUTF(filter);
    body.writeByte(0x21); // quality 1, without the latest value
    client.packet(SUBSCRIBE, bytes.toByteArray());
  }

  private static void subscribe(RawClient client, String filter, int identifier)
      throws IOException {
    sendSubscribe(client, filter, identifier);
    Packet answer = packet(client);
    assertThat(answer.first()).isEqualTo(SUBACK);
    assertThat(answer.body()).endsWith(1);
  }

  /** Reads and acknowledges a message of quality 1. */
  private static Message message(RawClient client) throws IOException {
    Packet packet = packet(client);
    assertThat(packet.first() & 0xF6).as("quality 1").isEqualTo(0x32);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(packet.body()));
    String topic = in.readUTF();
    client.acknowledge(PUBACK, in.readUnsignedShort());
    int rest = number(in);
    int end = in.available() - rest;
    List<Integer> identifiers = new ArrayList<>();
    while (in.available() > end) {
      assertThat(in.readUnsignedByte()).isEqualTo(IDENTIFIER);
      identifiers.add(number(in));
    }
    return new Message(topic, Json.parse(in.readAllBytes()).path("result").asInt(), identifiers);
  }

  private static void publish(Mqtt5BlockingClient sender, long datastream, int result) {
    sender
        .publishWith()
        .topic(BrokerTest.topic(datastream))
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(("{\"result\": " + result + "}").getBytes(StandardCharsets.UTF_8))
        .send();
  }

  @Test
  void aMessageHasTheIdentifiersOfAllSubscriptionsThatMatch() throws IOException {
    long datastream = station.datastream("probe");
    String topic = BrokerTest.topic(datastream);
    String around = "v1.1/Datastreams(" + datastream + ")/+";
    String id = UUID.randomUUID().toString();
    Mqtt5BlockingClient sender = BrokerTest.five(station, "probe");
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      connect(client, id, 600);
      subscribe(client, topic, 7);
      subscribe(client, around, 300);
      publish(sender, datastream, 1);
      Message first = message(client);
      assertThat(first.topic()).isEqualTo(topic);
      assertThat(first.identifiers()).containsExactlyInAnyOrder(7, 300);
      subscribe(client, topic, 8);
      publish(sender, datastream, 2);
      assertThat(message(client)).satisfies(second -> assertThat(second.result()).isEqualTo(2));
    }
    publish(sender, datastream, 3);
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      connect(client, id, 600);
      Message missed = message(client);
      while (missed.result() != 3) {
        missed = message(client); // an acknowledgement may have been lost with the connection
      }
      assertThat(missed.identifiers()).as("in a session").containsExactlyInAnyOrder(8, 300);
      client.packet(DISCONNECT, new byte[] {0, 5, EXPIRY, 0, 0, 0, 0});
    }
    sender.disconnect();
  }

  @Test
  void anIdentifierOfZeroEndsTheConnection() throws IOException {
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      connect(client, UUID.randomUUID().toString(), 0);
      sendSubscribe(client, "v1.1/Observations", 0);
      Packet answer = packet(client);
      assertThat(answer.first()).isEqualTo(DISCONNECT);
      assertThat(answer.body()[0] & 0xFF).isEqualTo(PROTOCOL_ERROR);
      assertThat(client.in.read()).isEqualTo(-1);
    }
  }

  @Test
  void theExpiryOfTheSessionIsAlwaysTold() throws IOException {
    for (int wanted : new int[] {0, 600}) {
      try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
        assertThat(connect(client, "told-" + UUID.randomUUID(), wanted)).isEqualTo(wanted);
        client.packet(DISCONNECT, new byte[] {0, 5, EXPIRY, 0, 0, 0, 0});
      }
    }
  }
}
