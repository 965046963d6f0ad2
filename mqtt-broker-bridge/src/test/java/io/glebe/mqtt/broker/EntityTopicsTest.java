package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.SensorQueries;
import io.glebe.mqtt.MqttStation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Topics of entities, properties and chosen properties, with payloads as over HTTP. */
@Timeout(120)
class EntityTopicsTest {
  private static final int PATIENCE_SECONDS = 20;

  @TempDir static Path folder;
  private static MqttStation station;

  @BeforeAll
  static void open() throws IOException {
    station = MqttStation.open(folder);
    station.account("probe");
    station.account("other");
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static JsonNode overHttp(String... segments) {
    var answer =
        station
            .sensors
            .queries()
            .read(
                new SensorQueries.Query(
                    Caller.system(),
                    MqttStation.ADDRESS,
                    MqttStation.ADDRESS,
                    ResourcePath.parse(List.of(segments)),
                    QueryOptions.NONE))
            .await();
    return Json.parse(((SensorQueries.JsonText) answer).text());
  }

  private static void update(String segment, String json) {
    station
        .sensors
        .entities()
        .update(
            Caller.system(), ResourcePath.parse(List.of(segment)), Json.parseObject(json), false)
        .await();
  }

  private static long thing(long datastream) {
    return station.count("select thing_id from sensor.datastream where id = $1", datastream);
  }

  private static Map<String, JsonNode> next(Mqtt5BlockingClient.Mqtt5Publishes received, int count)
      throws InterruptedException {
    Map<String, JsonNode> messages = new HashMap<>();
    while (messages.size() < count) {
      Mqtt5Publish message =
          received
              .receive(PATIENCE_SECONDS, TimeUnit.SECONDS)
              .orElseThrow(() -> new AssertionError("only " + messages));
      messages.put(message.getTopic().toString(), Json.parse(message.getPayloadAsBytes()));
    }
    return messages;
  }

  private static void subscribe(Mqtt5BlockingClient client, String... filters) {
    for (String filter : filters) {
      client.subscribeWith().topicFilter(filter).qos(MqttQos.AT_LEAST_ONCE).send();
    }
  }

  private static void publish(Mqtt5BlockingClient client, String topic, String json) {
    client
        .publishWith()
        .topic(topic)
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(json.getBytes(StandardCharsets.UTF_8))
        .send();
  }

  @Test
  void anObservationIsPublishedAsHttpShowsIt() throws InterruptedException {
    long datastream = station.datastream("probe");
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    String topic = BrokerTest.topic(datastream);
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      subscribe(client, topic, topic + "?$select=result,phenomenonTime");
      publish(
          client,
          topic,
          """
          {"result": 21.50, "phenomenonTime": "2026-05-01T12:00:00.120Z/2026-05-01T13:00:00+00:00",
           "resultTime": "2026-05-01T13:00:01Z", "resultQuality": {"a": [1, 2]},
           "validTime": "2026-05-01T12:00:00Z/2026-05-02T12:00:00Z", "parameters": {"b": null}}
          """);
      Map<String, JsonNode> messages = next(received, 2);
      JsonNode whole = messages.get(topic);
      assertThat(whole).isEqualTo(overHttp("Observations(" + whole.path("@iot.id") + ")"));
      ObjectNode chosen = (ObjectNode) messages.get(topic + "?$select=result,phenomenonTime");
      assertThat(chosen.properties().stream().map(Map.Entry::getKey))
          .containsExactlyInAnyOrder("result", "phenomenonTime");
      publish(client, topic, "{\"result\": 3, \"phenomenonTime\": \"2026-05-01T14:00:00Z\"}");
      JsonNode simple = next(received, 2).get(topic);
      assertThat(simple).isEqualTo(overHttp("Observations(" + simple.path("@iot.id") + ")"));
    }
    client.disconnect();
  }

  @Test
  void createdAndChangedEntitiesArePublishedUnderAllTheirTopics() throws InterruptedException {
    long datastream = station.datastream("probe");
    long thing = thing(datastream);
    String one = "v1.1/Things(" + thing + ")";
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      subscribe(
          client,
          "v1.1/Things",
          one,
          one + "/name",
          one + "/description",
          one + "?$select=name",
          "v1.1/Datastreams(" + datastream + ")/Thing");
      update("Things(" + thing + ")", "{\"name\": \"a new name\"}");
      Map<String, JsonNode> messages = next(received, 5);
      JsonNode whole = overHttp("Things(" + thing + ")");
      assertThat(messages.get("v1.1/Things")).isEqualTo(whole);
      assertThat(messages.get(one)).isEqualTo(whole);
      assertThat(messages.get("v1.1/Datastreams(" + datastream + ")/Thing")).isEqualTo(whole);
      assertThat(messages.get(one + "/name")).isEqualTo(Json.object().put("name", "a new name"));
      assertThat(messages.get(one + "?$select=name").has("description")).isFalse();
      assertThat(received.receive(200, TimeUnit.MILLISECONDS)).isEmpty(); // no description
    }
    client.disconnect();
  }

  @Test
  void aChangedObservationIsPublishedAlsoWhenItMovesToAnotherMonth() throws InterruptedException {
    long datastream = station.datastream("probe");
    station.observe("probe", datastream, 1);
    long observation =
        station.count("select id from sensor.observation where datastream_id = $1", datastream);
    String one = "v1.1/Observations(" + observation + ")";
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      subscribe(client, one, one + "/phenomenonTime");
      for (String time : List.of("2026-05-01T12:00:00Z", "2015-03-01T12:00:00Z")) {
        update("Observations(" + observation + ")", "{\"phenomenonTime\": \"" + time + "\"}");
        Map<String, JsonNode> messages = next(received, 2);
        assertThat(messages.get(one)).isEqualTo(overHttp("Observations(" + observation + ")"));
        assertThat(messages.get(one + "/phenomenonTime").path("phenomenonTime").asText())
            .isEqualTo(time);
      }
    }
    client.disconnect();
  }

  @Test
  void aSessionGetsTheChangesOfItsAbsence() throws InterruptedException {
    long datastream = station.datastream("probe");
    String topic = "v1.1/Datastreams(" + datastream + ")/name";
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    client.disconnect();
    client.connectWith().cleanStart(false).sessionExpiryInterval(600).send();
    subscribe(client, topic);
    client.disconnect();
    update("Datastreams(" + datastream + ")", "{\"name\": \"while away\"}");
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      client.connectWith().cleanStart(false).sessionExpiryInterval(600).send();
      assertThat(next(received, 1).get(topic).path("name").asText()).isEqualTo("while away");
    }
    client.disconnectWith().sessionExpiryInterval(0).send();
  }

  @Test
  void entitiesOfOthersAreNeitherSubscribedToNorPublished() throws InterruptedException {
    long foreign = thing(station.datastream("other"));
    long own = thing(station.datastream("probe"));
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    for (String refused :
        List.of(
            "v1.1/Things(" + foreign + ")",
            "v1.1/Things(" + foreign + ")/name",
            "v1.1/Things(" + foreign + ")/Datastreams")) {
      assertThatThrownBy(() -> subscribe(client, refused))
          .as(refused)
          .isInstanceOf(Mqtt5SubAckException.class);
    }
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      subscribe(client, "v1.1/Things");
      update("Things(" + foreign + ")", "{\"name\": \"secret\"}");
      update("Things(" + own + ")", "{\"name\": \"mine\"}");
      assertThat(next(received, 1).get("v1.1/Things").path("name").asText()).isEqualTo("mine");
      assertThat(received.receive(200, TimeUnit.MILLISECONDS)).isEmpty();
    }
    client.disconnect();
  }

  @Test
  void anObservationIsPublishedToItsFeatureOfInterest() throws InterruptedException {
    long datastream = station.datastream("probe");
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    publish(
        client,
        BrokerTest.topic(datastream),
        """
        {"result": 1, "FeatureOfInterest": {"name": "a plot", "description": "",
          "encodingType": "application/geo+json",
          "feature": {"type": "Point", "coordinates": [15.5, 46.0]}}}
        """);
    long feature =
        station.count(
            "select feature_id from sensor.observation where datastream_id = $1", datastream);
    String topic = "v1.1/FeaturesOfInterest(" + feature + ")/Observations";
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      subscribe(client, topic);
      publish(client, topic, "{\"result\": 2, \"Datastream\": {\"@iot.id\": " + datastream + "}}");
      assertThat(next(received, 1).get(topic).path("result").intValue()).isEqualTo(2);
    }
    assertThat(
            station.count("select count(*) from sensor.observation where feature_id = $1", feature))
        .isEqualTo(2);
    assertRefused(client, topic, "{\"result\": 3}", 0x99);
    assertRefused(
        client,
        topic,
        "{\"result\": 3, \"Datastream\": {\"@iot.id\": %d}, \"FeatureOfInterest\": {\"@iot.id\": 1000}}"
            .formatted(datastream),
        0x99);
    client.disconnect();
  }

  @Test
  void anObservationMayBringItsEntities() {
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    publish(
        client,
        "v1.1/Observations",
        """
        {"result": 17, "phenomenonTime": "2026-05-01T12:00:00Z",
         "FeatureOfInterest": {"name": "plot", "description": "",
           "encodingType": "application/geo+json",
           "feature": {"type": "Point", "coordinates": [15.5, 46.0]}},
         "Datastream": {"name": "brought along", "description": "",
           "observationType": "http://www.opengis.net/def/observationType/OGC-OM/2.0/OM_Measurement",
           "unitOfMeasurement": {"name": "degree", "symbol": "°C", "definition": ""},
           "Thing": {"name": "station", "description": ""},
           "Sensor": {"name": "probe", "description": "", "encodingType": "text/plain",
             "metadata": ""},
           "ObservedProperty": {"name": "temperature", "definition": "", "description": ""}}}
        """);
    assertThat(
            station.count(
                """
                select count(*) from sensor.observation o
                join sensor.datastream d on d.id = o.datastream_id
                where d.name = 'brought along' and d.owner = 'probe'
                """))
        .isEqualTo(1);
    client.disconnect();
  }

  @Test
  void aPayloadThatNamesAnotherDatastreamIsRefused() {
    long one = station.datastream("probe");
    long two = station.datastream("probe");
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    String body = "{\"result\": 1, \"Datastream\": {\"@iot.id\": %d}}";
    assertRefused(client, BrokerTest.topic(one), body.formatted(two), 0x99);
    publish(client, BrokerTest.topic(one), body.formatted(one));
    assertThat(station.stored(one)).isEqualTo(1);
    assertThat(station.stored(two)).isZero();
    client.disconnect();
  }

  private static void assertRefused(
      Mqtt5BlockingClient client, String topic, String json, int reason) {
    assertThatThrownBy(() -> publish(client, topic, json))
        .isInstanceOfSatisfying(
            Mqtt5PubAckException.class,
            e -> {
              assertThat(e.getMqttMessage().getReasonCode().getCode()).isEqualTo(reason);
              assertThat(e.getMqttMessage().getReasonString()).isPresent();
            });
  }
}
