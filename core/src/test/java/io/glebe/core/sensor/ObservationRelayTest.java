package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.database.Notifications;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.ObservationRelay;
import io.glebe.core.sensor.observation.StoredObservation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * With two processes on one database, listeners of one process receive the observations stored by
 * the other.
 */
class ObservationRelayTest {
  private static final Instant NOON = Instant.parse("2026-05-01T12:00:00.123456Z");

  private final SensorStation here = new SensorStation();
  private final Notifications notifications =
      Notifications.open(here.db.vertx(), here.db.database()).await();
  private final Sensors elsewhere =
      Sensors.open(
              new Sensors.Dependencies(
                  here.db.vertx(), here.db.database(), notifications, new SimpleMeterRegistry()))
          .await();
  private final long datastream = here.datastream("probe");

  @AfterEach
  void close() {
    elsewhere.close();
    notifications.close();
    here.close();
  }

  private void store(Sensors where, JsonNode value, Instant time) {
    where
        .writer()
        .write(SensorStation.device("probe"), datastream, Observation.of(value, time))
        .await();
  }

  private static void awaitReceived(Queue<StoredObservation> received, int count) {
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> received.size() >= count);
  }

  /** Waits until the other process knows the new listener. */
  private void warm(Queue<StoredObservation> received) {
    Instant[] next = {NOON.minusSeconds(3_600)};
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              next[0] = next[0].plusSeconds(1);
              store(elsewhere, IntNode.valueOf(0), next[0]);
              return !received.isEmpty();
            });
  }

  @Test
  void aListenerReceivesObservationsOfAnotherProcessOnce() {
    Queue<StoredObservation> received = new ConcurrentLinkedQueue<>();
    try (var _ =
        here.sensors
            .writer()
            .live()
            .listen(
                group ->
                    group.stream()
                        .filter(o -> !o.observation().time().isBefore(NOON))
                        .forEach(received::add),
                () -> true)) {
      Queue<StoredObservation> early = new ConcurrentLinkedQueue<>();
      try (var _ = here.sensors.writer().live().listen(early::addAll, () -> false)) {
        warm(early);
      }
      JsonNode odd = Json.parseObject("{\"a\": [1, null]}");
      store(elsewhere, IntNode.valueOf(7), NOON);
      store(elsewhere, IntNode.valueOf(7), NOON);
      store(elsewhere, TextNode.valueOf("wet"), NOON.plusSeconds(1));
      store(here.sensors, IntNode.valueOf(9), NOON.plusSeconds(2));
      store(elsewhere, odd, NOON.plusSeconds(3));
      awaitReceived(received, 4);
      List<StoredObservation> sorted =
          received.stream().sorted((a, b) -> Long.compare(a.id(), b.id())).toList();
      assertThat(sorted).hasSize(4);
      assertThat(sorted.getFirst().observation().time()).isEqualTo(NOON);
      assertThat(received.stream().map(o -> o.observation().result().toString()))
          .containsExactlyInAnyOrder("7", "\"wet\"", "9", odd.toString());
      assertThat(sorted.getFirst().datastream().owner()).isEqualTo("probe");
    }
  }

  @Test
  void withoutListenersNoNotificationIsSent() {
    List<String> reported = new CopyOnWriteArrayList<>();
    notifications.subscribe(ObservationRelay.STORED, reported::add);
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              notifications.publish(ObservationRelay.STORED, "begin").await();
              return !reported.isEmpty();
            });
    store(elsewhere, IntNode.valueOf(1), NOON);
    notifications.publish(ObservationRelay.STORED, "end").await();
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> reported.contains("end"));
    assertThat(reported).allMatch(text -> text.equals("begin") || text.equals("end"));
  }
}
