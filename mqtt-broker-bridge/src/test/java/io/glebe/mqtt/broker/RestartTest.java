package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.Migrations;
import io.glebe.core.database.embedded.EmbeddedPostgres;
import io.glebe.core.folder.CacheFolder;
import io.glebe.core.json.Json;
import io.glebe.mqtt.MqttStation;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL is stopped or killed while devices publish, and is started again later. */
@Timeout(300)
class RestartTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int BEFORE = 3_000;
  private static final int MEANWHILE = 1_000;

  @TempDir Path folder;

  private final Set<Integer> delivered = ConcurrentHashMap.newKeySet();
  private EmbeddedPostgres postgres;

  /** A fixed address for the database, independent of its server's current port. */
  private static final class TestListener implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final NetClient client = vertx.createNetClient();
    private final NetServer server = vertx.createNetServer();
    private volatile int target;

    TestListener() {
      server.connectHandler(this::connect).listen(0, "127.0.0.1").await();
    }

    private void connect(NetSocket in) {
      in.pause();
      client
          .connect(target, "127.0.0.1")
          .onFailure(away -> in.close())
          .onSuccess(
              out -> {
                out.closeHandler(closed -> in.close());
                in.closeHandler(closed -> out.close());
                out.pipeTo(in);
                in.pipeTo(out);
              });
    }

    DatabaseAddress leadingTo(DatabaseAddress address) {
      target = address.port();
      return new DatabaseAddress(
          address.host(),
          server.actualPort(),
          address.database(),
          address.user(),
          address.password(),
          address.parameters());
    }

    @Override
    public void close() {
      vertx.close().await();
    }
  }

  private void startPostgres() throws IOException {
    postgres =
        EmbeddedPostgres.start(
            Files.createDirectories(folder.resolve("data")),
            CacheFolder.ofUser(),
            EmbeddedPostgres.Durability.SAFE);
  }

  @AfterEach
  void stopPostgres() throws IOException {
    postgres.close();
  }

  private static CompletableFuture<?> publish(
      Mqtt5AsyncClient device, long datastream, int from, int to, AtomicInteger acknowledged) {
    return CompletableFuture.allOf(
        IntStream.range(from, to)
            .mapToObj(
                i ->
                    device
                        .publishWith()
                        .topic(BrokerTest.topic(datastream))
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .payload(value(i))
                        .send()
                        .thenRun(acknowledged::incrementAndGet))
            .toArray(CompletableFuture[]::new));
  }

  /** A subscriber with a session, which is connected all the time. */
  private Mqtt5AsyncClient reader(MqttStation station, long datastream) {
    Mqtt5AsyncClient reader = BrokerTest.five(station, "probe").toAsync();
    reader.disconnect().join();
    reader.publishes(
        MqttGlobalPublishFilter.ALL,
        message ->
            delivered.add(Json.parse(message.getPayloadAsBytes()).path("result").intValue()));
    reader.connectWith().cleanStart(false).sessionExpiryInterval(3_600).send().join();
    reader
        .subscribeWith()
        .topicFilter(BrokerTest.topic(datastream))
        .qos(MqttQos.AT_LEAST_ONCE)
        .send()
        .join();
    return reader;
  }

  private static byte[] value(int i) {
    Instant time = Instant.parse("2026-05-01T00:00:00Z").plusSeconds(i);
    return ("{\"result\":" + i + ",\"phenomenonTime\":\"" + time + "\"}")
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void devicesWaitAndEveryObservationIsStoredOnceAndDelivered() throws Exception {
    AtomicInteger acknowledged = new AtomicInteger();
    try (TestListener listener = new TestListener()) {
      startPostgres();
      Migrations.apply(postgres.address());
      try (MqttStation station = MqttStation.on(listener.leadingTo(postgres.address()), folder)) {
        station.account("probe");
        long datastream = station.datastream("probe");
        Mqtt5AsyncClient reader = reader(station, datastream);
        Mqtt5AsyncClient device = BrokerTest.five(station, "probe").toAsync();
        CompletableFuture<?> before = publish(device, datastream, 0, BEFORE, acknowledged);
        await().atMost(PATIENCE).until(() -> acknowledged.get() > 0);
        postgres.close();
        int known = acknowledged.get();
        CompletableFuture<?> meanwhile =
            publish(device, datastream, BEFORE, BEFORE + MEANWHILE, acknowledged);
        startPostgres();
        listener.leadingTo(postgres.address());
        await().atMost(PATIENCE).until(() -> isThere(station));
        assertThat(station.stored(datastream)).isGreaterThanOrEqualTo(known);
        CompletableFuture.allOf(before, meanwhile).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(station.stored(datastream)).isEqualTo(BEFORE + MEANWHILE);
        await().atMost(PATIENCE).until(() -> delivered.size() == BEFORE + MEANWHILE);
        reader.disconnect().join();
        device.disconnect().join();
      }
    }
  }

  @Test
  void aReaderThatWasAwayGetsEverythingAcknowledgedAfterPostgresWasKilled() throws Exception {
    AtomicInteger acknowledged = new AtomicInteger();
    try (TestListener listener = new TestListener()) {
      startPostgres();
      Migrations.apply(postgres.address());
      try (MqttStation station = MqttStation.on(listener.leadingTo(postgres.address()), folder)) {
        station.account("probe");
        long datastream = station.datastream("probe");
        Mqtt5AsyncClient reader = reader(station, datastream);
        reader.disconnect().join();
        Mqtt5AsyncClient device = BrokerTest.five(station, "probe").toAsync();
        CompletableFuture<?> before = publish(device, datastream, 0, BEFORE, acknowledged);
        await().atMost(PATIENCE).until(() -> acknowledged.get() > 0);
        killPostgres(station);
        CompletableFuture<?> meanwhile =
            publish(device, datastream, BEFORE, BEFORE + MEANWHILE, acknowledged);
        postgres.close();
        startPostgres();
        listener.leadingTo(postgres.address());
        CompletableFuture.allOf(before, meanwhile).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(station.stored(datastream)).isEqualTo(BEFORE + MEANWHILE);
        assertThat(delivered).isEmpty();
        assertThat(
                reader
                    .connectWith()
                    .cleanStart(false)
                    .sessionExpiryInterval(3_600)
                    .send()
                    .join()
                    .isSessionPresent())
            .isTrue();
        await().atMost(PATIENCE).until(() -> delivered.size() == BEFORE + MEANWHILE);
        reader.disconnect().join();
        device.disconnect().join();
      }
    }
  }

  /** Kills the main process of PostgreSQL, as the operating system does without memory. */
  private static void killPostgres(MqttStation station) {
    ProcessHandle child =
        ProcessHandle.of(station.count("select pg_backend_pid()::bigint")).orElseThrow();
    ProcessHandle server = child.parent().orElseThrow();
    server.destroyForcibly();
    server.onExit().join();
  }

  private static boolean isThere(MqttStation station) {
    try {
      return station.count("select 1") == 1;
    } catch (RuntimeException away) {
      return false;
    }
  }
}
