package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5SubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.mqtt.MqttStation;
import java.io.IOException;
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

/** Topics of more than two steps, which lead to others. */
@Timeout(120)
class DeepTopicsTest {
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

  private static long thing(long datastream) {
    return station.count("select thing_id from sensor.datastream where id = $1", datastream);
  }

  private static long observation(long datastream) {
    station.observe("probe", datastream, 1);
    return station.count(
        "select max(id) from sensor.observation where datastream_id = $1", datastream);
  }

  private static void update(String entity, String json) {
    station
        .sensors
        .entities()
        .update(Caller.system(), ResourcePath.parse(List.of(entity)), Json.parseObject(json), false)
        .await();
  }

  private static void subscribe(Mqtt5BlockingClient client, String... filters) {
    for (String filter : filters) {
      client.subscribeWith().topicFilter(filter).qos(MqttQos.AT_LEAST_ONCE).send();
    }
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

  private static void connect(Mqtt5BlockingClient client) {
    client.connectWith().cleanStart(false).sessionExpiryInterval(600).send();
  }

  @Test
  void aDeepTopicHasTheMessagesOfTheEntityToWhichItLeads() throws InterruptedException {
    long datastream = station.datastream("probe");
    long thing = thing(datastream);
    String below = "v1.1/Things(" + thing + ")/Datastreams(" + datastream + ")";
    String above = "v1.1/Observations(" + observation(datastream) + ")/Datastream";
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      subscribe(client, below + "/Observations", BrokerTest.topic(datastream));
      assertThat(next(received, 2).get(below + "/Observations").path("result").asInt())
          .as("the latest value")
          .isEqualTo(1);
      station.observe("probe", datastream, 2);
      assertThat(next(received, 2).values())
          .allMatch(observation -> observation.path("result").asInt() == 2);
      subscribe(client, below, below + "/name", above, above + "/Thing?$select=name");
      update("Datastreams(" + datastream + ")", "{\"name\": \"a new name\"}");
      Map<String, JsonNode> messages = next(received, 3);
      assertThat(messages.get(below).path("@iot.id").asLong()).isEqualTo(datastream);
      assertThat(messages.get(above)).isEqualTo(messages.get(below));
      assertThat(messages.get(below + "/name").toString()).isEqualTo("{\"name\":\"a new name\"}");
      update("Things(" + thing + ")", "{\"name\": \"a thing\"}");
      assertThat(next(received, 1)).containsOnlyKeys(above + "/Thing?$select=name");
    }
    client.disconnect();
  }

  @Test
  void aDeepTopicFollowsItsEntities() throws InterruptedException {
    long datastream = station.datastream("probe");
    long other = thing(station.datastream("probe"));
    String topic = "v1.1/Observations(" + observation(datastream) + ")/Datastream/Thing";
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      subscribe(client, topic);
      update("Datastreams(" + datastream + ")", "{\"Thing\": {\"@iot.id\": " + other + "}}");
      JsonNode message = null;
      for (int change = 0; message == null && change < 100; change++) {
        update("Things(" + other + ")", "{\"name\": \"change %d\"}".formatted(change));
        message =
            received
                .receive(200, TimeUnit.MILLISECONDS)
                .map(publish -> Json.parse(publish.getPayloadAsBytes()))
                .orElse(null);
      }
      assertThat(message).isNotNull();
      assertThat(message.path("@iot.id").asLong()).isEqualTo(other);
    }
    client.disconnect();
  }

  @Test
  void aSessionGetsTheMessagesOfADeepTopicFromItsAbsence() throws InterruptedException {
    long datastream = station.datastream("probe");
    String below = "v1.1/Things(" + thing(datastream) + ")/Datastreams(" + datastream + ")";
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    client.disconnect();
    connect(client);
    subscribe(client, below + "/Observations", below + "/name");
    client.disconnect();
    station.observe("probe", datastream, 7);
    update("Datastreams(" + datastream + ")", "{\"name\": \"while away\"}");
    try (var received = client.publishes(MqttGlobalPublishFilter.ALL)) {
      connect(client);
      Map<String, JsonNode> messages = next(received, 2);
      assertThat(messages.get(below + "/Observations").path("result").asInt()).isEqualTo(7);
      assertThat(messages.get(below + "/name").path("name").asText()).isEqualTo("while away");
    }
    client.disconnectWith().sessionExpiryInterval(0).send();
  }

  @Test
  void aPathThatTheAccountCannotReadIsRefused() {
    long own = station.datastream("probe");
    long foreign = station.datastream("other");
    Mqtt5BlockingClient client = BrokerTest.five(station, "probe");
    for (String refused :
        List.of(
            "v1.1/Things(%d)/Datastreams(%d)/Observations".formatted(thing(foreign), foreign),
            "v1.1/Things(%d)/Datastreams(%d)/name".formatted(thing(foreign), foreign),
            "v1.1/Things(%d)/Datastreams(%d)".formatted(thing(own), foreign),
            "v1.1/Things(%d)/Datastreams(%d)".formatted(thing(foreign), own),
            "v1.1/Observations(999999999)/Datastream",
            "$share/group/v1.1/Things(%d)/Datastreams(%d)".formatted(thing(own), own))) {
      assertThatThrownBy(() -> subscribe(client, refused))
          .as(refused)
          .isInstanceOf(Mqtt5SubAckException.class);
    }
    client.disconnect();
  }
}
