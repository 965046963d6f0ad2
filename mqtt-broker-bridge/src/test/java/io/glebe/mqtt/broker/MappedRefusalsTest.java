package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a mapping does not explain, or an account may not do, is refused and stores nothing. */
@Timeout(120)
class MappedRefusalsTest {
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
  void missingDatastreamsAreRefusedWhereTheMappingDoesNotMakeThem() {
    gateway.map(MappedGateway.ZIGBEE.replace("'create': true,", ""));
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.assertRefused(
        client,
        "zigbee2mqtt/kitchen",
        MappedGateway.KITCHEN,
        Mqtt5PubAckReasonCode.TOPIC_NAME_INVALID,
        "there is no Datastream temperature of a Thing kitchen");
    assertThat(gateway.count("thing")).isZero();
    client.disconnect();
  }

  @Test
  void aNameOfSeveralThingsIsRefused() {
    for (int i = 0; i < 2; i++) {
      long datastream = station.datastream(gateway.name());
      MappedGateway.rename(station, "Things", station.thingOf(datastream), "twice");
      MappedGateway.rename(station, "Datastreams", datastream, "flow");
    }
    gateway.map("{'topic': 'site/{device}', 'thing': '{device}', 'measures': [{'name': 'flow'}]}");
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.assertRefused(
        client,
        "site/twice",
        "{'flow': 1}",
        Mqtt5PubAckReasonCode.IMPLEMENTATION_SPECIFIC_ERROR,
        "several Datastreams flow");
    client.disconnect();
  }

  @Test
  void thingsOfOthersAreNeverFound() {
    String other = "other-" + UUID.randomUUID();
    long datastream = station.datastream(other);
    MappedGateway.rename(station, "Things", station.thingOf(datastream), "pump");
    MappedGateway.rename(station, "Datastreams", datastream, "flow");
    gateway.map("{'topic': 'site/{device}', 'thing': '{device}', 'measures': [{'name': 'flow'}]}");
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.assertRefused(
        client,
        "site/pump",
        "{'flow': 1}",
        Mqtt5PubAckReasonCode.TOPIC_NAME_INVALID,
        "there is no Datastream flow");
    assertThat(station.stored(datastream)).isZero();
    client.disconnect();
  }

  @Test
  void aMappingIsOfItsAccountOnly() {
    gateway.map(MappedGateway.ZIGBEE);
    String other = "other-" + UUID.randomUUID();
    station.account(other);
    Mqtt5BlockingClient client = BrokerTest.five(station, other);
    MappedGateway.assertRefused(
        client,
        "zigbee2mqtt/kitchen",
        MappedGateway.KITCHEN,
        Mqtt5PubAckReasonCode.TOPIC_NAME_INVALID,
        "the topic does not exist");
    client.disconnect();
  }

  @Test
  void oneWrongValueStoresAndMakesNothing() {
    gateway.map(MappedGateway.ZIGBEE);
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.assertRefused(
        client,
        "zigbee2mqtt/kitchen",
        "{'temperature': 21.5, 'contact': 'open'}",
        Mqtt5PubAckReasonCode.PAYLOAD_FORMAT_INVALID,
        "contact: result must be true or false");
    assertThat(gateway.count("thing")).isZero();
    MappedGateway.publish(client, "zigbee2mqtt/kitchen", MappedGateway.KITCHEN);
    MappedGateway.assertRefused(
        client,
        "zigbee2mqtt/kitchen",
        "{'temperature': 'hot', 'contact': false}",
        Mqtt5PubAckReasonCode.PAYLOAD_FORMAT_INVALID,
        "temperature: result must be a number");
    assertThat(gateway.stored()).hasSize(2);
    client.disconnect();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not json",
        "{'temperature': 1",
        "{'temperature': 1e999}",
        "{'temperature': 1, 'temperature': 2}",
        "{'temperature': 1, 'last_seen': 'soon'}",
        "{'temperature': 1, 'last_seen': '99999-01-01T00:00:00Z'}",
        "[]",
        "null",
        "{'other': 1}"
      })
  void aPayloadThatHasNoValueIsRefused(String payload) {
    gateway.map(MappedGateway.ZIGBEE);
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.assertRefused(
        client, "zigbee2mqtt/kitchen", payload, Mqtt5PubAckReasonCode.PAYLOAD_FORMAT_INVALID, "");
    assertThat(gateway.count("thing")).isZero();
    MappedGateway.publish(client, "zigbee2mqtt/kitchen", MappedGateway.KITCHEN);
    client.disconnect();
  }

  @Test
  @Tag("GLEBE_MQTT_MAPPED_VALUES")
  void deepAndLargePayloadsAreRefused() {
    gateway.map(
        MappedGateway.ZIGBEE, "{'topic': 'all', 'thing': 'all', 'others': true, 'create': true}");
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.assertRefused(
        client,
        "zigbee2mqtt/kitchen",
        "[".repeat(50_000) + "]".repeat(50_000),
        Mqtt5PubAckReasonCode.PAYLOAD_FORMAT_INVALID,
        "no JSON");
    StringBuilder many = new StringBuilder("{'m': 0");
    for (int i = 0; i < 5_000; i++) {
      many.append(", 'm").append(i).append("': ").append(i);
    }
    MappedGateway.assertRefused(
        client,
        "all",
        many + "}",
        Mqtt5PubAckReasonCode.PAYLOAD_FORMAT_INVALID,
        "more than 100 values");
    assertThat(gateway.count("thing")).isZero();
    client.disconnect();
  }

  @Test
  @Tag("GLEBE_MQTT_MAPPED_DATASTREAMS")
  void theNumberOfDatastreamsOfAnAccountIsBounded() {
    gateway.map(
        "{'topic': 'site/{device}/{measure}', 'thing': '{device}', 'others': true, 'create': true}");
    station.count(
        """
        with thing as (
          insert into sensor.thing (owner, name, description) values ($1, 'many', '') returning id),
        sensor as (
          insert into sensor.sensor (owner, name, description, encoding_type, metadata)
          values ($1, 'many', '', '', '""') returning id),
        property as (
          insert into sensor.observed_property (owner, name, definition, description)
          values ($1, 'many', '', '') returning id)
        , stream as (
          insert into sensor.datastream (owner, name, description, observation_type, unit,
            thing_id, sensor_id, observed_property_id)
          select $1, 'm' || i, '', '', '{}', thing.id, sensor.id, property.id
          from thing, sensor, property, generate_series(1, 1000) i returning id, name)
        , bound as (
          insert into sensor.mapped_datastream
          select $1, '00000000-0000-0000-0000-000000000000', 'many', name, id, true from stream
          returning 1)
        select count(*) from bound
        """,
        gateway.name());
    Mqtt5BlockingClient client = gateway.client();
    MappedGateway.assertRefused(
        client,
        "site/pump/flow",
        "1",
        Mqtt5PubAckReasonCode.NOT_AUTHORIZED,
        "at most 1000 Datastreams");
    assertThat(gateway.count("thing")).isEqualTo(1);
    client.disconnect();
  }

  @Test
  void refusalsAreToldToTheAccount() throws InterruptedException {
    gateway.map(MappedGateway.ZIGBEE);
    Mqtt5BlockingClient client = gateway.client();
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      client.subscribeWith().topicFilter("$SYS/glebe/refusals").send();
      long before = station.ingestion.counters().counts().refused();
      assertThatThrownBy(
              () -> MappedGateway.publish(client, "zigbee2mqtt/kitchen", "{'contact': 1}"))
          .isInstanceOf(Mqtt5PubAckException.class);
      JsonNode refusal =
          Json.parse(received.receive(20, TimeUnit.SECONDS).orElseThrow().getPayloadAsBytes());
      assertThat(refusal.path("topic").asText()).isEqualTo("zigbee2mqtt/kitchen");
      assertThat(refusal.path("reason").asText()).isEqualTo("bad-payload");
      assertThat(refusal.path("detail").asText())
          .isEqualTo(
              "contact: result must be true or false by the observationType of the Datastream");
      assertThat(station.ingestion.counters().counts().refused()).isEqualTo(before + 1);
    }
    client.disconnect();
  }
}
