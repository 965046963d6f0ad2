package io.glebe.mqtt.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.glebe.core.config.Settings;
import io.glebe.core.sensor.BridgeSessions;
import io.glebe.core.trace.Tracing;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.broker.Certificates;
import io.glebe.mqtt.ingest.Ingestion;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.message.ObservationJson;
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
import java.util.concurrent.CopyOnWriteArrayList;
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

  private static BrokerBridge bridge(OutsideBroker broker, BridgeSession session)
      throws IOException {
    Ingestion own =
        new Ingestion(station.vertx, station.sensors, station.ingestion.counters(), Tracing.off());
    return BrokerBridge.start(
        new BrokerBridge.Dependencies(
            station.vertx,
            new SimpleMeterRegistry(),
            own,
            new ObservationJson("http://localhost/sta/v1.1"),
            session,
            PACKET_BYTES),
        broker);
  }

  private static BrokerBridge bridge(OutsideBroker broker, String id) throws IOException {
    return bridge(broker, new BridgeSession(id, Duration.ofHours(1), false));
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

  /** Mosquitto sends all that waits at once, whatever receive maximum the client has announced. */
  @Test
  void manyMessagesThatWaitForTheBridgeAreStored(@TempDir Path folder) throws IOException {
    long datastream = station.datastream("anybody");
    try (Mosquitto mosquitto = Mosquitto.start(folder, List.of())) {
      String id = "bridge-" + UUID.randomUUID();
      try (BrokerBridge bridge = bridge(plain(mosquitto), id)) {
        awaitConnected(bridge);
      }
      Mqtt5AsyncClient sender = sender(mosquitto);
      publish(sender, datastream, 0, 6_000);
      sender.disconnect().join();
      try (BrokerBridge again = bridge(plain(mosquitto), id)) {
        awaitStored(datastream, 6_000);
        assertThat(again.failure()).isEmpty();
        assertThat(mosquitto.log().lines().filter(line -> line.contains(" as " + id)))
            .as("connections of the bridge, one of each start")
            .hasSize(2);
      }
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
                    new ObservationJson("http://localhost/sta/v1.1"),
                    new BridgeSession("bridge-" + UUID.randomUUID(), Duration.ofHours(1), false),
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

  @Test
  void aSessionThatEndsAtAStopLeavesItsPartOfTheMessagesToOthers(@TempDir Path folder)
      throws IOException {
    long datastream = station.datastream("anybody");
    try (Mosquitto mosquitto = Mosquitto.start(folder, List.of());
        BrokerBridge stays = bridge(plain(mosquitto), "stays-" + UUID.randomUUID())) {
      BridgeSession ending =
          new BridgeSession("ends-" + UUID.randomUUID(), Duration.ofHours(1), true);
      try (BrokerBridge leaves = bridge(plain(mosquitto), ending)) {
        awaitConnected(stays);
        awaitConnected(leaves);
      }
      Mqtt5AsyncClient sender = sender(mosquitto);
      publish(sender, datastream, 0, 300);
      awaitStored(datastream, 300);
      sender.disconnect().join();
    }
  }

  @Test
  void theSessionOfAProcessThatIsGoneIsTakenOverWithItsMessages(@TempDir Path folder)
      throws IOException {
    long datastream = station.datastream("anybody");
    String address = "mqtt://gone-" + UUID.randomUUID();
    String gone = "gone-" + UUID.randomUUID();
    String alive = "alive-" + UUID.randomUUID();
    new BridgeSessions(station.database, address, gone).seen("host").await();
    station
        .database
        .query(
            "update sensor.bridge_session set seen_at = now() - interval '1 h' where client_id ="
                + " $1",
            gone)
        .await();
    try (Mosquitto mosquitto = Mosquitto.start(folder, List.of())) {
      try (BrokerBridge bridge = bridge(plain(mosquitto), gone)) {
        awaitConnected(bridge);
      }
      Mqtt5AsyncClient sender = sender(mosquitto);
      publish(sender, datastream, 0, 200); // all of them wait in the session of the process
      assertThat(station.stored(datastream)).isZero();
      try (BrokerBridge bridge = bridge(plain(mosquitto), alive);
          AbandonedSessions abandoned =
              new AbandonedSessions(
                  station.vertx,
                  new BridgeSessions(station.database, address, alive),
                  session -> bridge(plain(mosquitto), session),
                  Duration.ofMinutes(1))) {
        awaitConnected(bridge);
        awaitStored(datastream, 200);
        await()
            .atMost(PATIENCE)
            .until(() -> mosquitto.log().contains("Client " + gone + " disconnected"));
        publish(sender, datastream, 200, 600); // from now on nobody but the living process gets any
        awaitStored(datastream, 600);
        abandoned.forget().await();
      }
      sender.disconnect().join();
    }
  }

  @Test
  void anObservationOfARequestReachesSubscribersOfTheBrokerAndIsNotStoredAgain(@TempDir Path folder)
      throws IOException {
    long datastream = station.datastream("anybody");
    List<String> received = new CopyOnWriteArrayList<>();
    try (Mosquitto mosquitto = Mosquitto.start(folder, List.of());
        BrokerBridge bridge = bridge(plain(mosquitto), "bridge-" + UUID.randomUUID());
        AutoCloseable _ = station.sensors.writer().live().listenToRequests(bridge::publish)) {
      awaitConnected(bridge);
      Mqtt5AsyncClient subscriber = sender(mosquitto);
      subscriber
          .subscribeWith()
          .topicFilter("v1.1/Datastreams(" + datastream + ")/Observations")
          .callback(
              message ->
                  received.add(new String(message.getPayloadAsBytes(), StandardCharsets.UTF_8)))
          .send()
          .join();
      long refused = station.ingestion.counters().counts().received();
      station.observe("anybody", datastream, 4.5);
      await().atMost(PATIENCE).until(() -> !received.isEmpty());
      publish(subscriber, datastream, 0, 1); // of a device: published once, by the device
      awaitStored(datastream, 2);
      await().atMost(PATIENCE).until(() -> received.size() == 2);
      assertThat(received.getFirst()).contains("\"result\":4.5");
      assertThat(station.ingestion.counters().counts().received()).isEqualTo(refused + 1);
      subscriber.disconnect().join();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static int freePort() throws IOException {
    try (java.net.ServerSocket socket = new java.net.ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
