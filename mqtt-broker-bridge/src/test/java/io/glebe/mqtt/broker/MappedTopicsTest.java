package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import io.glebe.core.access.Caller;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.mqtt.MqttStation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Devices that know no SensorThings publish to topics of their own. */
@Timeout(120)
class MappedTopicsTest {
  @TempDir static Path folder;
  private static MqttStation station;

  private MappedGateway gateway;

  @BeforeAll
  static void open() throws IOException {
    station = MqttStation.open(folder);
  }

  @AfterAll
  static void close() {
    station.close();
  }

  @BeforeEach
  void account() {
    gateway = MappedGateway.of(station);
  }

  @Test
  void theFirstMessageOfADeviceMakesItsThingAndDatastreams() {
    gateway.map(MappedGateway.ZIGBEE);
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.publish(client, "zigbee2mqtt/kitchen", MappedGateway.KITCHEN);
    MappedGateway.publish(client, "zigbee2mqtt/kitchen", MappedGateway.KITCHEN);
    MappedGateway.publish(
        client, "zigbee2mqtt/cellar", "{'temperature': 9, 'last_seen': '2026-05-01T12:00:00Z'}");
    assertThat(gateway.stored())
        .containsExactly(
            "cellar/temperature=9 °C Air temperature 2026-05-01T12:00:00Z",
            "kitchen/contact=true  contact 2026-05-01T10:00:00Z",
            "kitchen/temperature=21.5 °C Air temperature 2026-05-01T10:00:00Z");
    assertThat(gateway.count("thing")).isEqualTo(2);
    assertThat(gateway.count("sensor")).as("one for each Thing").isEqualTo(2);
    assertThat(gateway.count("observed_property")).as("one for each measure").isEqualTo(2);
    client.disconnect();
  }

  @Test
  void aBareNumberIsStoredAtItsArrival() {
    gateway.map(
        "{'topic': 'site/{device}/{measure}', 'thing': '{device}', 'others': true, 'create': true}");
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.publish(client, "site/pump/flow", "2.5");
    assertThat(gateway.stored()).singleElement().asString().startsWith("pump/flow=2.5");
    client.disconnect();
  }

  @Test
  void knownNamesNeedNoQuery() throws Exception {
    gateway.map(MappedGateway.ZIGBEE);
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.publish(client, "zigbee2mqtt/kitchen", "{'temperature': 1}");
    try (AutoCloseable _ = station.lock("sensor.mqtt_mapping, sensor.mapped_datastream")) {
      for (int i = 0; i < 50; i++) {
        MappedGateway.publish(client, "zigbee2mqtt/kitchen", "{'temperature': " + i + "}");
      }
    }
    assertThat(gateway.stored()).hasSize(51);
    client.disconnect();
  }

  @Test
  void aDatastreamThatExistsIsFoundByItsNamesAndKeptWhenItIsRenamed() {
    long datastream = station.datastream(gateway.name());
    String thing = MappedGateway.rename(station, "Things", station.thingOf(datastream), "pump");
    MappedGateway.rename(station, "Datastreams", datastream, "flow");
    gateway.map("{'topic': 'site/{device}', 'thing': '{device}', 'measures': [{'name': 'flow'}]}");
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.publish(client, "site/" + thing, "{'flow': 1}");
    MappedGateway.rename(station, "Datastreams", datastream, "another name");
    MappedGateway.publish(client, "site/" + thing, "{'flow': 2}");
    assertThat(station.stored(datastream)).isEqualTo(2);
    client.disconnect();
  }

  @Test
  void aDatastreamThatWasDeletedIsMadeAgain() {
    gateway.map(MappedGateway.ZIGBEE);
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.publish(client, "zigbee2mqtt/kitchen", MappedGateway.KITCHEN);
    long thing = station.count("select id from sensor.thing where owner = $1", gateway.name());
    station
        .sensors
        .entities()
        .delete(Caller.system(), ResourcePath.parse(List.of("Things(" + thing + ")")))
        .await();
    assertThat(gateway.stored()).isEmpty();
    MappedGateway.publish(client, "zigbee2mqtt/kitchen", MappedGateway.KITCHEN);
    assertThat(gateway.stored()).hasSize(2);
    client.disconnect();
  }

  @Test
  void topicsOfSensorThingsKeepTheirMeaning() {
    long datastream = station.datastream(gateway.name());
    gateway.map("{'topic': '#', 'thing': 'all', 'others': true, 'create': true}");
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.publish(client, BrokerTest.topic(datastream), "{'result': 5}");
    assertThat(station.stored(datastream)).isEqualTo(1);
    MappedGateway.assertRefused(
        client,
        "v1.1/Things",
        "{'result': 5}",
        Mqtt5PubAckReasonCode.TOPIC_NAME_INVALID,
        "nothing can be published");
    MappedGateway.assertRefused(
        client,
        "v1.1/Nothing(1)/x",
        "{'result': 5}",
        Mqtt5PubAckReasonCode.TOPIC_NAME_INVALID,
        "does not exist");
    assertThat(gateway.count("thing")).as("that of the test").isEqualTo(1);
    client.disconnect();
  }

  @Test
  void aMessageIsAcknowledgedAfterItsCommit() throws Exception {
    gateway.map(MappedGateway.ZIGBEE);
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.publish(client, "zigbee2mqtt/kitchen", "{'temperature': 1}");
    long datastream =
        station.count("select id from sensor.datastream where owner = $1", gateway.name());
    CompletableFuture<?> sent;
    try (AutoCloseable _ = station.hold(datastream)) {
      sent =
          client
              .toAsync()
              .publishWith()
              .topic("zigbee2mqtt/kitchen")
              .qos(MqttQos.AT_LEAST_ONCE)
              .payload("{\"temperature\": 2}".getBytes(StandardCharsets.UTF_8))
              .send();
      await().until(() -> station.ingestion.counters().counts().waiting() == 1);
      assertThat(sent).isNotDone();
    }
    sent.get(60, TimeUnit.SECONDS);
    assertThat(station.stored(datastream)).isEqualTo(2);
    client.disconnect();
  }

  @Test
  void manyDevicesAppearAtOnce() throws Exception {
    gateway.map(MappedGateway.ZIGBEE);
    Mqtt5BlockingClient one = gateway.client();
    Mqtt5BlockingClient two = gateway.client();
    List<CompletableFuture<?>> sent = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      for (Mqtt5AsyncClient client : List.of(one.toAsync(), two.toAsync())) {
        sent.add(
            client
                .publishWith()
                .topic("zigbee2mqtt/device-" + i % 20)
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(("{\"temperature\": " + i + "}").getBytes(StandardCharsets.UTF_8))
                .send());
      }
    }
    CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    assertThat(gateway.count("thing")).isEqualTo(20);
    assertThat(gateway.count("datastream")).isEqualTo(20);
    assertThat(gateway.stored()).hasSize(200);
    one.disconnect();
    two.disconnect();
  }

  @Test
  void anotherProcessUsesAChangedMapping() throws IOException {
    gateway.map(MappedGateway.ZIGBEE);
    try (MqttStation second = MqttStation.on(station.database.address(), folder)) {
      Mqtt5BlockingClient here = gateway.client();
      Mqtt5BlockingClient there = BrokerTest.five(second, gateway.name());
      MappedGateway.publish(here, "zigbee2mqtt/kitchen", "{'temperature': 1}");
      MappedGateway.publish(there, "zigbee2mqtt/kitchen", "{'temperature': 2}");
      assertThat(gateway.count("thing")).isEqualTo(1);
      gateway.map(
          "{'topic': 'b/{device}', 'thing': '{device}', 'measures': [{'name': 'temperature'}]}");
      await()
          .ignoreExceptionsInstanceOf(Mqtt5PubAckException.class)
          .untilAsserted(() -> MappedGateway.publish(there, "b/kitchen", "{'temperature': 3}"));
      MappedGateway.assertRefused(
          there,
          "zigbee2mqtt/kitchen",
          MappedGateway.KITCHEN,
          Mqtt5PubAckReasonCode.TOPIC_NAME_INVALID,
          "the topic does not exist");
      assertThat(gateway.stored()).hasSize(3);
      here.disconnect();
      there.disconnect();
    }
  }

  @Test
  void aMappingEndsWithItsAccount() {
    gateway.map(MappedGateway.ZIGBEE);
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.publish(client, "zigbee2mqtt/kitchen", MappedGateway.KITCHEN);
    client.disconnect();
    station.dismiss(gateway.name());
    assertThat(
            station.count(
                "select count(*) from sensor.mqtt_mapping where account = $1", gateway.name()))
        .isZero();
    assertThat(gateway.stored()).hasSize(2);
  }
}
