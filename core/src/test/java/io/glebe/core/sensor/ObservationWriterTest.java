package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.access.Caller;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.StoredObservation;
import io.glebe.core.sensor.observation.StoredResult;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ObservationWriterTest {
  private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
  private static final Caller PROBE = SensorStation.device("probe");
  private static SensorStation station;

  @BeforeAll
  static void open() {
    station = new SensorStation();
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static StoredResult write(long datastream, JsonNode result, Instant time) {
    return station.sensors.writer().write(PROBE, datastream, Observation.of(result, time)).await();
  }

  private static Object latest(long datastream, String column) {
    return station
        .db
        .database()
        .query("select " + column + " from sensor.latest where datastream_id = $1", datastream)
        .await()
        .iterator()
        .next()
        .getValue(0);
  }

  @Test
  void anObservationSentTwiceIsStoredOnceAndKeepsItsId() {
    long datastream = station.datastream("probe");
    StoredResult first = write(datastream, DoubleNode.valueOf(21.5), NOON);
    StoredResult again = write(datastream, DecimalNode.valueOf(new BigDecimal("21.50")), NOON);
    assertThat(first.isNew()).isTrue();
    assertThat(again).isEqualTo(new StoredResult(first.id(), false));
    assertThat(write(datastream, DoubleNode.valueOf(21.6), NOON).isNew()).isTrue();
  }

  @Test
  void aThousandConcurrentWritesShareFewCommitsAndDuplicatesAreStoredOnce() {
    long datastream = station.datastream("probe");
    List<Future<StoredResult>> all = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      Instant time = NOON.plusSeconds(i % 500);
      all.add(
          station
              .sensors
              .writer()
              .write(PROBE, datastream, Observation.of(IntNode.valueOf(i % 500), time)));
    }
    Future.all(all).await();
    assertThat(all.stream().filter(f -> f.result().isNew()).count()).isEqualTo(500);
    for (int i = 0; i < 500; i++) {
      assertThat(all.get(i).result().id()).isEqualTo(all.get(i + 500).result().id());
    }
    assertThat(
            station.count(
                "select count(*) from sensor.observation where datastream_id = $1", datastream))
        .isEqualTo(500);
    assertThat(latest(datastream, "result")).isEqualTo(499.0);
  }

  @Test
  void theLatestValueIsTheLatestInTimeForAnyOrderOfArrival() {
    long seed = 4711;
    Random random = new Random(seed);
    long datastream = station.datastream("probe");
    List<Integer> minutes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      minutes.add(random.nextInt(100_000));
    }
    Future.all(
            minutes.stream()
                .map(
                    m ->
                        station
                            .sensors
                            .writer()
                            .write(
                                PROBE,
                                datastream,
                                Observation.of(IntNode.valueOf(m), NOON.plusSeconds(60L * m))))
                .toList())
        .await();
    int last = minutes.stream().max(Integer::compare).orElseThrow();
    int first = minutes.stream().min(Integer::compare).orElseThrow();
    assertThat(latest(datastream, "result")).as("seed " + seed).isEqualTo((double) last);
    assertThat(latest(datastream, "extract(epoch from first_time)::float8"))
        .isEqualTo((double) NOON.plusSeconds(60L * first).getEpochSecond());
  }

  @Test
  void observationsOfAnyMonthAreStored() {
    long datastream = station.datastream("probe");
    for (String time :
        List.of("1969-07-20T20:17:40Z", "2014-02-28T23:59:59.999999Z", "2187-01-01T00:00:00Z")) {
      assertThat(write(datastream, TextNode.valueOf("seen"), Instant.parse(time)).isNew()).isTrue();
    }
    assertThat(
            station.count(
                "select count(*) from sensor.observation where datastream_id = $1 and result is"
                    + " null and result_json = '\"seen\"'",
                datastream))
        .isEqualTo(3);
  }

  @Test
  void numbersThatExceedADoubleAreStoredExactly() {
    long datastream = station.datastream("probe");
    write(datastream, DecimalNode.valueOf(new BigDecimal("9007199254740993")), NOON);
    assertThat(latest(datastream, "result_json #>> '{}'")).isEqualTo("9007199254740993");
  }

  @Test
  void foreignAndUnknownDatastreamsAreRefusedAndCounted() {
    long foreign = station.datastream("somebody else");
    var before = station.sensors.writer().counters().counts();
    assertThatThrownBy(() -> write(foreign, IntNode.valueOf(1), NOON))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(403));
    assertThatThrownBy(() -> write(987654321, IntNode.valueOf(1), NOON))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(404));
    var after = station.sensors.writer().counters().counts();
    assertThat(after.refused() - before.refused()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void aDeletedDatastreamDoesNotAffectOtherObservationsOfTheGroup() {
    long gone = station.datastream("probe");
    long living = station.datastream("probe");
    write(gone, IntNode.valueOf(1), NOON); // the datastream is cached now
    station.db.database().query("delete from sensor.datastream where id = $1", gone).await();
    Future<StoredResult> lost =
        station.sensors.writer().write(PROBE, gone, Observation.of(IntNode.valueOf(2), NOON));
    Future<StoredResult> kept =
        station.sensors.writer().write(PROBE, living, Observation.of(IntNode.valueOf(2), NOON));
    assertThat(kept.await().isNew()).isTrue();
    assertThatThrownBy(lost::await).hasMessageContaining("deleted");
  }

  @Test
  void listenersReceiveEachObservationOnce() {
    long datastream = station.datastream("probe");
    List<StoredObservation> received = new ArrayList<>();
    try (var _ =
        station
            .sensors
            .writer()
            .live()
            .listen(
                group -> {
                  synchronized (received) {
                    group.stream()
                        .filter(o -> o.datastream().id() == datastream)
                        .forEach(received::add);
                  }
                },
                () -> true)) {
      write(datastream, IntNode.valueOf(1), NOON);
      write(datastream, IntNode.valueOf(1), NOON);
      write(datastream, IntNode.valueOf(2), NOON.plusSeconds(1));
      org.awaitility.Awaitility.await()
          .untilAsserted(
              () -> {
                synchronized (received) {
                  assertThat(received).hasSize(2);
                }
              });
    }
  }

  @Test
  void aBurstToUnknownDatastreamsIsStoredCompletely() {
    long first = station.datastream("probe");
    long second = station.datastream("probe");
    List<Future<StoredResult>> all = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < 12_000; i++) {
      all.add(
          station
              .sensors
              .writer()
              .write(
                  PROBE,
                  i % 2 == 0 ? first : second,
                  Observation.of(IntNode.valueOf(i), NOON.plusSeconds(i))));
    }
    Future.all(all).await();
    org.slf4j.LoggerFactory.getLogger(ObservationWriterTest.class)
        .warn("{} observations a second", (long) (12e12 / (System.nanoTime() - start)));
    assertThat(all).allMatch(one -> one.result().isNew());
  }
}
