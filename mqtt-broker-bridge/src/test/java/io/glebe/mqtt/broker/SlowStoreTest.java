package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.Settings;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.limit.MqttLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A slow or hanging database slows down the senders, and no message is lost. */
@Timeout(240)
class SlowStoreTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int PUBACK = 0x40;
  private static final int CLIENTS = 3;

  @TempDir Path folder;

  private MqttStation station;

  @BeforeEach
  void open() throws IOException {
    station = MqttStation.open(folder);
    station.account("probe");
  }

  @AfterEach
  void close() {
    station.close();
  }

  private RawClient connected() throws IOException {
    RawClient client = new RawClient(station.broker.port().orElseThrow());
    assertThat(client.connect("probe", 0)).isZero();
    return client;
  }

  private static byte[] value(int value) {
    return "{\"result\":%d,\"phenomenonTime\":\"%s\"}"
        .formatted(value, Instant.parse("2026-05-01T00:00:00Z").plusSeconds(value))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Thread sending(RawClient client, long datastream, int count) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                for (int i = 1; i <= count; i++) {
                  client.publish(1, false, i, BrokerTest.topic(datastream), value(i));
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private static void acknowledged(RawClient client, int count) throws IOException {
    for (int id = 1; id <= count; id++) {
      assertThat(client.answer()).containsExactly(PUBACK, id);
    }
  }

  private boolean nobodyIsRead() {
    return station.broker.clients().stream()
        .noneMatch(client -> client.channel().channel().config().isAutoRead());
  }

  @Test
  void sendersAreNotReadDuringBlockedCommitsAndAllMessagesAreStoredLater() throws Exception {
    int messages = 5_000;
    long datastream = station.datastream("probe");
    List<RawClient> clients = new ArrayList<>();
    List<Long> datastreams = new ArrayList<>();
    List<Thread> senders = new ArrayList<>();
    try (AutoCloseable _ = station.hold(datastream)) {
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(connected());
        datastreams.add(i == 0 ? datastream : station.datastream("probe"));
        clients.get(i).publish(1, false, 60_000, BrokerTest.topic(datastream), value(60_000 + i));
        senders.add(sending(clients.get(i), datastreams.get(i), messages));
      }
      await().atMost(PATIENCE).until(this::nobodyIsRead);
      long waiting = station.ingestion.counters().counts().waiting();
      // a client may exceed its limit by the messages of one read
      assertThat(waiting)
          .isBetween(
              (long) MqttLimits.of(Settings.defaults()).client().messages(), CLIENTS * 2_000L);
      assertThat(station.stored(datastream)).isZero();
    }
    for (RawClient client : clients) {
      assertThat(client.answer()).containsExactly(PUBACK, 60_000);
      acknowledged(client, messages);
    }
    for (Thread sender : senders) {
      sender.join();
    }
    for (int i = 0; i < CLIENTS; i++) {
      assertThat(station.stored(datastreams.get(i))).isEqualTo(messages + (i == 0 ? CLIENTS : 0));
      clients.get(i).close();
    }
  }

  @Test
  void aMessageResentAfterALostConnectionIsStoredOnce() throws Exception {
    int messages = 200;
    long datastream = station.datastream("probe");
    long before = station.ingestion.counters().counts().received();
    try (AutoCloseable _ = station.hold(datastream)) {
      try (RawClient lost = connected()) {
        sending(lost, datastream, messages).join();
        await()
            .atMost(PATIENCE)
            .until(() -> station.ingestion.counters().counts().received() == before + messages);
      }
    }
    try (RawClient again = connected()) {
      for (int i = 1; i <= messages; i++) {
        again.publish(1, true, i, BrokerTest.topic(datastream), value(i));
      }
      acknowledged(again, messages);
    }
    assertThat(station.stored(datastream)).isEqualTo(messages);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(station.ingestion.counters().counts())
                    .satisfies(
                        counts -> {
                          assertThat(counts.stored()).isEqualTo(messages);
                          assertThat(counts.duplicate()).isEqualTo(messages);
                        }));
  }

  @Test
  void aStoreThatIsSlowForEachGroupLosesNoMessage() throws Exception {
    int messages = 2_000;
    long datastream = station.datastream("probe");
    station
        .database
        .pool(io.glebe.core.database.Purpose.REQUEST)
        .query(
            """
            create function slow() returns trigger language plpgsql as
              $$ begin perform pg_sleep(0.1); return null; end $$;
            create trigger slow after insert on sensor.observation
              for each statement execute function slow()
            """)
        .execute()
        .await();
    try (RawClient client = connected()) {
      Thread sender = sending(client, datastream, messages);
      acknowledged(client, messages);
      sender.join();
    }
    assertThat(station.stored(datastream)).isEqualTo(messages);
  }
}
