package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.access.Caller;
import io.glebe.core.access.SubjectId;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.mqtt.MqttStation;
import io.glebe.mqtt.fixture.RawClient;
import io.glebe.mqtt.limit.ByteBudget;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages about entities while their account may not read more of them. */
@Timeout(120)
class BusyEntityReadsTest {
  private static final int WAITERS = 8;
  private static final int THINGS = 60;
  private static final int PUBACK = 0x40;
  private static final int SUBACK = 0x90;

  @TempDir static Path folder;
  private static MqttStation station;

  @BeforeAll
  static void open() throws IOException {
    station =
        MqttStation.with(
            folder,
            Settings.defaults()
                .with(StorageSettings.DATABASE_READS_PER_CALLER, "2")
                .with(StorageSettings.DATABASE_WAITERS_PER_CALLER, Integer.toString(WAITERS)));
    station.account("probe");
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static Set<Long> things(int count) {
    Set<Long> things = new HashSet<>();
    while (things.size() < count) {
      things.add(station.thingOf(station.datastream("probe")));
    }
    return things;
  }

  private static void change(Set<Long> things) {
    for (long thing : things) {
      station
          .sensors
          .entities()
          .update(
              Caller.system(),
              ResourcePath.parse(List.of("Things(" + thing + ")")),
              Json.object().put("description", "changed"),
              false)
          .await();
    }
  }

  private static void subscribe(RawClient client, String filter) throws IOException {
    client.subscribe(filter, 1);
    assertThat(client.answer()[0]).isEqualTo(SUBACK);
  }

  private static Set<Long> received(RawClient client, int count) throws IOException {
    Set<Long> things = new HashSet<>();
    while (things.size() < count) {
      RawClient.Publication message = client.publication();
      client.acknowledge(PUBACK, message.id());
      things.add(Json.parse(message.payload()).path("@iot.id").longValue());
    }
    return things;
  }

  @Test
  void aMemberThatComesBackGetsAllThatWasKeptAboutEntities() throws Exception {
    Set<Long> things = things(THINGS);
    int port = station.broker.port().orElseThrow();
    String id = UUID.randomUUID().toString();
    try (RawClient member = new RawClient(port)) {
      assertThat(member.resume("probe", id)).containsExactly(0, 0);
      subscribe(member, "$share/entities/v1.1/Things");
    }
    await().until(() -> station.broker.connections() == 0);
    change(things);
    await().until(() -> kept() == THINGS * ByteBudget.OVERHEAD);
    try (RawClient member = new RawClient(port)) {
      assertThat(member.resume("probe", id)).containsExactly(1, 0);
      assertThat(received(member, THINGS)).isEqualTo(things);
    }
    await().until(() -> station.broker.connections() == 0);
    station.sessions().end("probe", id).await();
    await().until(() -> kept() == 0);
  }

  private static long kept() {
    return station.broker.dispatcher().budgets().kept().used();
  }

  @Test
  void aClientGetsWhatCouldNotBeReadAtOnce() throws Exception {
    Set<Long> things = things(3);
    try (RawClient client = new RawClient(station.broker.port().orElseThrow())) {
      assertThat(client.connect("probe", 0)).isZero();
      subscribe(client, "v1.1/Things");
      Promise<Void> others = Promise.promise();
      List<Future<Void>> reads = new ArrayList<>();
      for (int i = 0; i < WAITERS + 2; i++) {
        reads.add(station.database.reading(account(), others::future));
      }
      change(things);
      await().until(() -> station.broker.dispatcher().fanout().repeating() == things.size());
      others.complete();
      Future.all(reads).await();
      assertThat(received(client, things.size())).isEqualTo(things);
    }
    await().until(() -> station.broker.connections() == 0);
  }

  private static SubjectId account() {
    return new SubjectId("issuer", "probe");
  }
}
