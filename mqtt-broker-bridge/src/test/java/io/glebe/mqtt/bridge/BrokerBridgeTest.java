package io.glebe.mqtt.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.glebe.core.config.Settings;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.broker.Certificates;
import io.glebe.mqtt.ingest.Ingestion;
import io.glebe.mqtt.limit.MqttLimits;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BrokerBridgeTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int PACKET_BYTES = MqttLimits.of(Settings.defaults()).client().packetBytes();

  @TempDir static Path stationFolder;
  private static MqttStation station;

  @BeforeAll
  static void open() throws IOException {
    station = MqttStation.open(stationFolder);
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static OutsideBroker plain(Mosquitto mosquitto) {
    return OutsideBroker.of(
        "mqtt://127.0.0.1:" + mosquitto.port(), Optional.empty(), Optional.empty());
  }

  private static BrokerBridge bridge(OutsideBroker broker, String id) throws IOException {
    Ingestion own =
        new Ingestion(station.vertx, station.sensors.writer(), station.ingestion.counters());
    return BrokerBridge.start(
        new BrokerBridge.Dependencies(
            station.vertx, new SimpleMeterRegistry(), own, id, PACKET_BYTES),
        broker);
  }

  private static Mqtt5AsyncClient sender(Mosquitto mosquitto) {
    Mqtt5Client client =
        Mqtt5Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("127.0.0.1")
            .serverPort(mosquitto.port())
            .build();
    client.toBlocking().connect();
    return client.toAsync();
  }

  private static void publish(Mqtt5AsyncClient sender, long datastream, int from, int to) {
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int i = from; i < to; i++) {
      Instant time = Instant.parse("2026-05-01T00:00:00Z").plusSeconds(i);
      String json = "{\"result\":" + i + ",\"phenomenonTime\":\"" + time + "\"}";
      all.add(
          sender
              .publishWith()
              .topic("v1.1/Datastreams(" + datastream + ")/Observations")
              .qos(MqttQos.AT_LEAST_ONCE)
              .payload(json.getBytes(StandardCharsets.UTF_8))
              .send());
    }
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
  }

  private static void awaitStored(long datastream, long count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(station.stored(datastream)).isEqualTo(count));
  }

  private static void awaitConnected(BrokerBridge bridge) {
    await().atMost(PATIENCE).until(() -> bridge.failure().isEmpty());
  }

  @Test
  void messagesSentWhileTheBridgeIsStoppedAreStoredAfterItsRestart(@TempDir Path folder)
      throws IOException {
    long datastream = station.datastream("anybody");
    try (Mosquitto mosquitto = Mosquitto.start(folder, List.of())) {
      Mqtt5AsyncClient sender = sender(mosquitto);
      String id = "bridge-" + UUID.randomUUID();
      try (BrokerBridge bridge = bridge(plain(mosquitto), id)) {
        awaitConnected(bridge);
        publish(sender, datastream, 0, 100);
        awaitStored(datastream, 100);
      }
      publish(sender, datastream, 100, 300);
      assertThat(station.stored(datastream)).isEqualTo(100);
      try (BrokerBridge again = bridge(plain(mosquitto), id)) {
        awaitConnected(again);
        awaitStored(datastream, 300);
      }
      sender.disconnect().join();
    }
  }

  @Test
  void theBridgeReconnectsToARestartedBrokerAndHealthReportsIt(@TempDir Path folder)
      throws Exception {
    long datastream = station.datastream("anybody");
    try (Mosquitto mosquitto = Mosquitto.start(folder, List.of());
        BrokerBridge bridge = bridge(plain(mosquitto), "bridge-" + UUID.randomUUID())) {
      awaitConnected(bridge);
      Mqtt5AsyncClient sender = sender(mosquitto);
      publish(sender, datastream, 0, 50);
      try (AutoCloseable _ = station.hold(datastream)) {
        publish(sender, datastream, 50, 300); // the broker has them, but they are not stored
        mosquitto.stop();
        await().atMost(PATIENCE).until(() -> bridge.failure().isPresent());
      }
      mosquitto.start();
      awaitConnected(bridge);
      Mqtt5AsyncClient next = sender(mosquitto);
      publish(next, datastream, 300, 350);
      awaitStored(datastream, 350);
      next.disconnect().join();
    }
  }

  @Test
  void invalidMessagesAreRefusedOnceAndDoNotBlockOtherMessages(@TempDir Path folder)
      throws IOException {
    long datastream = station.datastream("anybody");
    try (Mosquitto mosquitto = Mosquitto.start(folder, List.of());
        BrokerBridge bridge = bridge(plain(mosquitto), "bridge-" + UUID.randomUUID())) {
      awaitConnected(bridge);
      Mqtt5AsyncClient sender = sender(mosquitto);
      long before = station.ingestion.counters().counts().refused();
      sender
          .publishWith()
          .topic("v1.1/weather/Observations")
          .qos(MqttQos.AT_LEAST_ONCE)
          .payload("rain".getBytes(StandardCharsets.UTF_8))
          .send()
          .join();
      publish(sender, datastream, 0, 10);
      awaitStored(datastream, 10);
      assertThat(station.ingestion.counters().counts().refused()).isGreaterThan(before);
      sender.disconnect().join();
    }
  }

  @Test
  void twoProcessesShareTheMessagesOverTlsAndEachMessageIsStoredOnce(@TempDir Path folder)
      throws IOException {
    long datastream = station.datastream("anybody");
    Certificates.ofFolder(folder);
    int tls = freePort();
    List<String> lines =
        List.of(
            "listener " + tls + " 127.0.0.1",
            "certfile " + folder.resolve("mqtt/server.pem"),
            "keyfile " + folder.resolve("mqtt/server-key.pem"));
    OutsideBroker broker =
        OutsideBroker.of(
            "mqtts://localhost:" + tls,
            Optional.of(folder.resolve("mqtt-ca.pem")),
            Optional.empty());
    try (Mosquitto mosquitto = Mosquitto.start(folder, lines);
        MqttStation second = MqttStation.open(Files.createDirectories(folder.resolve("second")));
        BrokerBridge one = bridge(broker, "bridge-" + UUID.randomUUID());
        BrokerBridge other =
            BrokerBridge.start(
                new BrokerBridge.Dependencies(
                    second.vertx,
                    new SimpleMeterRegistry(),
                    second.ingestion,
                    "bridge-" + UUID.randomUUID(),
                    PACKET_BYTES),
                broker)) {
      long sameId = second.datastream("anybody");
      while (sameId < datastream) {
        sameId = second.datastream("anybody");
      }
      awaitConnected(one);
      awaitConnected(other);
      Mqtt5AsyncClient sender = sender(mosquitto);
      publish(sender, datastream, 0, 1000);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(station.stored(datastream) + second.stored(datastream))
                      .isEqualTo(1000));
      assertThat(station.stored(datastream)).isPositive();
      assertThat(second.stored(datastream)).isPositive();
      sender.disconnect().join();
    }
  }

  private static int freePort() throws IOException {
    try (java.net.ServerSocket socket = new java.net.ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
