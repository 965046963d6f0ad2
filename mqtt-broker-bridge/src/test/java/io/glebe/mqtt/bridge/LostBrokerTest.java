package io.glebe.mqtt.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.message.ObservationJson;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The outside broker goes and comes back, while a subscriber has a session there. */
@Timeout(120)
class LostBrokerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int OF_DEVICES = 200;

  @TempDir Path folder;

  private final Set<Integer> results = ConcurrentHashMap.newKeySet();

  private static BrokerBridge bridge(MqttStation station, Mosquitto mosquitto) throws IOException {
    return BrokerBridge.start(
        new BrokerBridge.Dependencies(
            station.vertx,
            new SimpleMeterRegistry(),
            station.ingestion,
            new ObservationJson(MqttStation.ADDRESS),
            new BridgeSession("bridge-" + UUID.randomUUID(), Duration.ofHours(1), false),
            MqttLimits.of(Settings.defaults()).client().packetBytes()),
        OutsideBroker.of(
            "mqtt://127.0.0.1:" + mosquitto.port(), Optional.empty(), Optional.empty()));
  }

  private static Mqtt5AsyncClient client(Mosquitto mosquitto, String id) {
    return Mqtt5Client.builder()
        .identifier(id)
        .serverHost("127.0.0.1")
        .serverPort(mosquitto.port())
        .buildAsync();
  }

  private static void connect(Mqtt5AsyncClient client) {
    client.connectWith().cleanStart(false).sessionExpiryInterval(3_600).send().join();
  }

  private static String topic(long datastream) {
    return "v1.1/Datastreams(" + datastream + ")/Observations";
  }

  private void take(Mqtt5Publish message) {
    results.add(Json.parse(message.getPayloadAsBytes()).path("result").asInt());
  }

  private static void publish(Mqtt5AsyncClient device, long datastream, int from, int to) {
    CompletableFuture.allOf(
            IntStream.range(from, to)
                .mapToObj(
                    i ->
                        device
                            .publishWith()
                            .topic(topic(datastream))
                            .qos(MqttQos.AT_LEAST_ONCE)
                            .payload(value(i))
                            .send())
                .toArray(CompletableFuture[]::new))
        .join();
  }

  private static byte[] value(int i) {
    Instant time = Instant.parse("2026-05-01T00:00:00Z").plusSeconds(i);
    return ("{\"result\":" + i + ",\"phenomenonTime\":\"" + time + "\"}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void awaitConnected(BrokerBridge bridge) {
    await().atMost(PATIENCE).until(() -> bridge.failure().isEmpty());
  }

  @Test
  void everyObservationIsStoredAndReachesTheSubscriber() throws Exception {
    try (Mosquitto mosquitto =
            Mosquitto.start(Files.createDirectory(folder.resolve("m")), List.of());
        MqttStation station = MqttStation.open(folder);
        BrokerBridge bridge = bridge(station, mosquitto);
        AutoCloseable _ = station.sensors.writer().live().listenToRequests(bridge::publish)) {
      long datastream = station.datastream("anybody");
      awaitConnected(bridge);
      Mqtt5AsyncClient reader = client(mosquitto, "reader");
      Mqtt5AsyncClient device = client(mosquitto, "device");
      connect(reader);
      connect(device);
      reader
          .subscribeWith()
          .topicFilter(topic(datastream))
          .qos(MqttQos.AT_LEAST_ONCE)
          .send()
          .join();
      reader.disconnect().join();
      try (AutoCloseable _ = station.hold(datastream)) {
        publish(device, datastream, 0, OF_DEVICES);
        mosquitto.stop(); // it has acknowledged them, and they are not stored yet
        await().atMost(PATIENCE).until(() -> bridge.failure().isPresent());
      }
      station.observe("anybody", datastream, OF_DEVICES); // of a request, without a broker
      station.observe("anybody", datastream, OF_DEVICES + 1);
      mosquitto.start();
      awaitConnected(bridge);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(station.stored(datastream)).isEqualTo(OF_DEVICES + 2));
      Mqtt5AsyncClient again = client(mosquitto, "reader");
      again.publishes(MqttGlobalPublishFilter.ALL, this::take);
      connect(again);
      await().atMost(PATIENCE).until(() -> results.size() == OF_DEVICES + 2);
      again.disconnect().join();
    }
  }
}
