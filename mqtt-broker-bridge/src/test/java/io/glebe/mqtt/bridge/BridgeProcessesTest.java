package io.glebe.mqtt.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.broker.Certificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two operating-system processes share the messages of one broker over TLS; one of them is killed
 * while it has unacknowledged messages.
 */
@Timeout(600)
class BridgeProcessesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int FIRST = 600;
  private static final int SECOND = 400;
  private static final int THIRD = 500;

  @TempDir Path folder;

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
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

  /** Sends messages and waits until the broker has acknowledged all of them. */
  private static void publish(Mqtt5AsyncClient sender, long datastream, int from, int count) {
    CompletableFuture.allOf(
            IntStream.range(from, from + count)
                .mapToObj(i -> publish(sender, datastream, i))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  private static CompletableFuture<?> publish(Mqtt5AsyncClient sender, long datastream, int i) {
    Instant time = Instant.parse("2026-05-01T00:00:00Z").plusSeconds(i);
    String json = "{\"result\":" + i + ",\"phenomenonTime\":\"" + time + "\"}";
    return sender
        .publishWith()
        .topic("v1.1/Datastreams(" + datastream + ")/Observations")
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(json.getBytes(StandardCharsets.UTF_8))
        .send();
  }

  private static void awaitStored(MqttStation station, long datastream, long count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(station.stored(datastream)).isEqualTo(count));
  }

  @Test
  void everyMessageIsStoredOnceAlthoughOneProcessIsKilled() throws Exception {
    Certificates.ofFolder(folder);
    int tls = freePort();
    List<String> lines =
        List.of(
            "listener " + tls + " 127.0.0.1",
            "certfile " + folder.resolve("mqtt/server.pem"),
            "keyfile " + folder.resolve("mqtt/server-key.pem"));
    DatabaseAddress address = TestDatabase.freshAddress();
    String broker = "mqtts://localhost:" + tls;
    Path authority = folder.resolve("mqtt-ca.pem");
    try (Mosquitto mosquitto = Mosquitto.start(folder, lines);
        MqttStation station =
            MqttStation.on(address, Files.createDirectory(folder.resolve("own")));
        BridgeProcess one = BridgeProcess.start(address, folder.resolve("one"), broker, authority);
        BridgeProcess two =
            BridgeProcess.start(address, folder.resolve("two"), broker, authority)) {
      long datastream = station.datastream("anybody");
      await().atMost(PATIENCE).until(() -> one.isConnected() && two.isConnected());
      Mqtt5AsyncClient sender = sender(mosquitto);
      publish(sender, datastream, 0, FIRST);
      awaitStored(station, datastream, FIRST);
      await().atMost(PATIENCE).until(() -> one.stored() + two.stored() == FIRST);
      assertThat(one.stored()).isPositive();
      assertThat(two.stored()).isPositive();
      try (AutoCloseable _ = station.hold(datastream)) {
        publish(sender, datastream, FIRST, SECOND);
        await().atMost(PATIENCE).until(() -> one.received() + two.received() == FIRST + SECOND);
        assertThat(one.received()).as("held without a commit").isGreaterThan(one.stored());
        one.kill();
      }
      publish(sender, datastream, FIRST + SECOND, THIRD);
      try (BridgeProcess again =
          BridgeProcess.start(address, folder.resolve("one"), broker, authority)) {
        await().atMost(PATIENCE).until(again::isConnected);
        awaitStored(station, datastream, FIRST + SECOND + THIRD);
      }
      sender.disconnect().join();
    }
  }
}
