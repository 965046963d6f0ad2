package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.mqtt.MqttStation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A service account whose messages are mapped.
 *
 * @param name of the account
 */
record MappedGateway(MqttStation station, String name) {
  static final String ZIGBEE =
      """
      {'topic': 'zigbee2mqtt/{device}', 'thing': '{device}', 'create': true,
       'time': {'pointer': '/last_seen', 'format': 'ISO'},
       'measures': [
         {'name': 'temperature', 'unit': {'name': 'degree Celsius', 'symbol': '°C'},
          'observedProperty': {'name': 'Air temperature'}},
         {'name': 'contact', 'observationType': 'OM_TruthObservation'}]}
      """;
  static final String KITCHEN =
      "{'temperature': 21.5, 'contact': true, 'linkquality': 120, 'battery': 97,"
          + " 'last_seen': '2026-05-01T12:00:00+02:00'}";

  static MappedGateway of(MqttStation station) {
    MappedGateway gateway = new MappedGateway(station, "gateway-" + UUID.randomUUID());
    station.account(gateway.name());
    return gateway;
  }

  /** Sets the templates of its mapping, with single quotes. */
  void map(String... templates) {
    station.map(name, "{\"templates\": [" + json(String.join(",", templates)) + "]}");
  }

  Mqtt5BlockingClient client() {
    return BrokerTest.five(station, name);
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  static void publish(Mqtt5BlockingClient client, String topic, String payload) {
    client
        .publishWith()
        .topic(topic)
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(json(payload).getBytes(StandardCharsets.UTF_8))
        .send();
  }

  static void assertRefused(
      Mqtt5BlockingClient client,
      String topic,
      String payload,
      Mqtt5PubAckReasonCode code,
      String reason) {
    assertThatThrownBy(() -> publish(client, topic, payload))
        .isInstanceOfSatisfying(
            Mqtt5PubAckException.class,
            refused -> {
              assertThat(refused.getMqttMessage().getReasonCode()).isEqualTo(code);
              assertThat(refused.getMqttMessage().getReasonString().orElseThrow().toString())
                  .contains(reason);
            });
  }

  /** The stored results of the account, each with Thing, Datastream, unit and time. */
  List<String> stored() {
    List<String> lines = new ArrayList<>();
    station
        .database
        .query(
            """
            select t.name || '/' || d.name || '=' || coalesce(o.result::text, o.result_json::text)
              || ' ' || (d.unit ->> 'symbol') || ' ' || p.name
              || ' ' || sensor.iso(o.phenomenon_time) as line
            from sensor.observation o join sensor.datastream d on d.id = o.datastream_id
            join sensor.thing t on t.id = d.thing_id
            join sensor.observed_property p on p.id = d.observed_property_id
            where d.owner = $1 order by 1
            """,
            name)
        .await()
        .forEach(row -> lines.add(row.getString("line")));
    return lines;
  }

  long count(String table) {
    return station.count("select count(*) from sensor." + table + " where owner = $1", name);
  }

  /** Gives an entity another name; returns the name. */
  static String rename(MqttStation station, String set, long id, String name) {
    station
        .sensors
        .entities()
        .update(
            Caller.system(),
            ResourcePath.parse(List.of(set + "(" + id + ")")),
            Json.object().put("name", name),
            false)
        .await();
    return name;
  }
}
