package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.glebe.core.database.Migrations;
import io.glebe.core.database.embedded.EmbeddedPostgres;
import io.glebe.core.folder.CacheFolder;
import io.glebe.mqtt.MqttStation;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Acknowledged messages are stored exactly once, whichever part fails. */
@Timeout(180)
class FaultTest {
  private static final int CLIENTS = 4;
  private static final int MESSAGES = 1_500;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir Path folder;

  private static Mqtt5AsyncClient client(MqttStation station) {
    Mqtt5Client client =
        Mqtt5Client.builder()
            .identifier(UUID.randomUUID().toString())
            .serverHost("127.0.0.1")
            .serverPort(station.broker.port().orElseThrow())
            .automaticReconnect()
            .initialDelay(100, TimeUnit.MILLISECONDS)
            .maxDelay(1, TimeUnit.SECONDS)
            .applyAutomaticReconnect()
            .simpleAuth()
            .username("probe")
            .password(MqttStation.PASSWORD.getBytes(StandardCharsets.UTF_8))
            .applySimpleAuth()
            .addDisconnectedListener(
                context -> context.getReconnector().republishIfSessionExpired(true))
            .build();
    client.toBlocking().connectWith().cleanStart(false).sessionExpiryInterval(3_600).send();
    return client.toAsync();
  }

  private static CompletableFuture<?> publish(Mqtt5AsyncClient client, long datastream, int i) {
    Instant time = Instant.parse("2026-05-01T00:00:00Z").plusSeconds(i);
    String json = "{\"result\":" + i + ",\"phenomenonTime\":\"" + time + "\"}";
    return client
        .publishWith()
        .topic(BrokerTest.topic(datastream))
        .qos(MqttQos.AT_LEAST_ONCE)
        .payload(json.getBytes(StandardCharsets.UTF_8))
        .send();
  }

  /** Kills the server process of one of our connections: PostgreSQL restarts completely. */
  private static void killPostgresChild(MqttStation station) {
    Row row =
        station
            .database
            .query("select pid from pg_stat_activity where pid = pg_backend_pid()")
            .await()
            .iterator()
            .next();
    long pid = row.getInteger(0);
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  @Test
  void everyAcknowledgedObservationIsStoredOnceAlthoughPostgresIsKilled() throws IOException {
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.start(
            Files.createDirectories(folder.resolve("data")),
            CacheFolder.ofUser(),
            EmbeddedPostgres.Durability.SAFE)) {
      Migrations.apply(postgres.address());
      try (MqttStation station = MqttStation.on(postgres.address(), folder)) {
        station.account("probe");
        flow(station);
      }
    }
  }

  private static void flow(MqttStation station) {
    AtomicInteger acknowledged = new AtomicInteger();
    List<Long> datastreams = new ArrayList<>();
    List<Mqtt5AsyncClient> clients = new ArrayList<>();
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int c = 0; c < CLIENTS; c++) {
      datastreams.add(station.datastream("probe"));
      clients.add(client(station));
    }
    for (int i = 0; i < MESSAGES; i++) {
      for (int c = 0; c < CLIENTS; c++) {
        all.add(
            publish(clients.get(c), datastreams.get(c), i).thenRun(acknowledged::incrementAndGet));
      }
    }
    await().atMost(PATIENCE).until(() -> acknowledged.get() > 0);
    killPostgresChild(station);
    // two clients lose their connections too and send unacknowledged messages again
    for (ClientConnection connection : station.broker.clients().subList(0, 2)) {
      var _ = connection.channel().close();
    }
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
    assertThat(acknowledged).hasValue(CLIENTS * MESSAGES);
    for (long datastream : datastreams) {
      assertThat(station.stored(datastream)).isEqualTo(MESSAGES);
    }
    clients.forEach(client -> client.disconnect().join());
  }
}
