package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.core.database.Transaction;
import io.glebe.core.sensor.aggregate.Aggregates;
import io.glebe.core.sensor.aggregate.SeriesStep;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.ObservationRows;
import io.glebe.core.sensor.observation.StoredResult;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AggregatesTest {
  /** Around the end of a month, which is the border of two partitions. */
  private static final Instant BEGIN = Instant.parse("2026-02-26T00:00:00Z");

  private static final Instant NOW = Instant.parse("2026-03-04T09:20:00Z");
  private static final int MINUTES = 7 * 24 * 60;
  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final List<ZoneId> ZONES =
      List.of(
          UTC,
          ZoneId.of("Europe/Ljubljana"),
          ZoneId.of("Asia/Kolkata"),
          ZoneId.of("+02:00"),
          ZoneId.of("America/St_Johns"));

  private final SensorStation station = new SensorStation();
  private final CountedSeries series = new CountedSeries(station);
  private final Aggregates aggregates = station.sensors.aggregates();

  @AfterEach
  void close() {
    station.close();
  }

  private StoredResult write(long datastream, double result, Instant time) {
    return station
        .sensors
        .writer()
        .write(
            SensorStation.device("probe"),
            datastream,
            Observation.of(DoubleNode.valueOf(result), time))
        .await();
  }

  private long hours(long datastream) {
    return station.count("select count(*) from sensor.hourly where datastream_id = $1", datastream);
  }

  private void compute(Instant now) {
    while (aggregates.pass(now).await() || aggregates.waiting().await() > 0) {
      // goes on
    }
  }

  /** Changes at random: new, changed, moved and deleted observations, also of earlier hours. */
  private final class Changes {
    private final Random random;
    private final List<Long> datastreams;
    private final List<Long> known = new ArrayList<>();

    Changes(int seed, List<Long> datastreams) {
      this.random = new Random(seed);
      this.datastreams = datastreams;
    }

    private long datastream() {
      return datastreams.get(random.nextInt(datastreams.size()));
    }

    private Observation observation() {
      Instant time = BEGIN.plus(Duration.ofMinutes(random.nextInt(MINUTES)));
      return Observation.of(
          random.nextInt(8) == 0
              ? TextNode.valueOf("wet")
              : DoubleNode.valueOf(random.nextInt(1000) / 10.0),
          time);
    }

    void several() {
      List<Future<StoredResult>> stored = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        stored.add(
            station
                .sensors
                .writer()
                .write(SensorStation.device("probe"), datastream(), observation()));
      }
      Future.all(stored).await();
      stored.forEach(one -> known.add(one.result().id()));
      for (int i = 0; i < 8; i++) {
        long id = known.get(random.nextInt(known.size()));
        station.db.database().inTransaction(tx -> change(tx, id)).await();
      }
    }

    private boolean change(Transaction tx, long id) {
      var at = tx.first("select datastream_id from sensor.observation where id = $1", id);
      if (at.isEmpty()) {
        return false;
      }
      long datastream = at.get().getLong(0);
      ObservationRows rows = new ObservationRows(tx);
      datastreams.stream().sorted().forEach(rows::hold);
      switch (random.nextInt(4)) {
        case 0 -> rows.delete(id, datastream);
        case 1 -> rows.replace(id, datastream, datastream(), observation());
        default -> rows.replace(id, datastream, datastream, observation());
      }
      return true;
    }
  }

  private void checkAll(Random random, long datastream) {
    for (SeriesStep step : SeriesStep.values()) {
      Instant from = BEGIN.plus(Duration.ofMinutes(random.nextInt(MINUTES)));
      Instant until = from.plus(Duration.ofMinutes(random.nextInt(MINUTES)));
      ZoneId zone = ZONES.get(random.nextInt(ZONES.size()));
      series.check(datastream, from, until, step, zone);
      series.check(datastream, BEGIN, BEGIN.plus(Duration.ofDays(30)), step, zone);
    }
  }

  @Test
  void aSeriesIsAlwaysWhatTheObservationsGive() {
    List<Long> datastreams =
        List.of(
            station.datastream("probe"), station.datastream("probe"), station.datastream("probe"));
    Changes changes = new Changes(1, datastreams);
    Random random = new Random(2);
    for (int round = 0; round < 40; round++) {
      changes.several();
      Instant now = NOW.minus(Duration.ofHours(40 - round));
      aggregates.pass(now).await();
      if (round % 4 == 3) {
        compute(now);
      }
      checkAll(random, datastreams.get(round % 3));
    }
    compute(NOW);
    datastreams.forEach(datastream -> checkAll(random, datastream));
    assertThat(datastreams).allSatisfy(one -> assertThat(hours(one)).isGreaterThan(50));
  }

  @Test
  void severalWorkersComputeWhileOthersWrite() {
    List<Long> datastreams = List.of(station.datastream("probe"), station.datastream("probe"));
    compute(NOW);
    Changes changes = new Changes(3, datastreams);
    Aggregates other = new Aggregates(station.db.database(), 3);
    for (int round = 0; round < 30; round++) {
      var passes =
          Future.all(aggregates.pass(NOW), other.pass(NOW), other.pass(NOW), aggregates.pass(NOW));
      changes.several();
      passes.await();
      series.check(
          datastreams.get(round % 2), BEGIN, BEGIN.plus(Duration.ofDays(9)), SeriesStep.HOUR, UTC);
    }
    compute(NOW);
    datastreams.forEach(one -> checkAll(new Random(4), one));
  }

  @Test
  void anObservationThatCommitsAfterItsHourIsComputedIsCounted() {
    long datastream = station.datastream("probe");
    write(datastream, 1, NOW.minus(Duration.ofDays(1)));
    compute(NOW);
    SqlConnection slow = station.db.database().session().await();
    slow.query("begin").execute().await();
    slow.query(
            """
            insert into sensor.observation (id, datastream_id, phenomenon_time, result, digest)
            values (1, %d, '2026-03-04T09:30:00Z', 5, 1)
            """
                .formatted(datastream))
        .execute()
        .await();
    Instant later = NOW.plus(Duration.ofHours(3));
    while (aggregates.pass(later).await()) {
      // announces, and waits for the slow writer
    }
    series.check(datastream, BEGIN, later, SeriesStep.HOUR, UTC);
    assertThat(border()).isEqualTo(Instant.parse("2026-03-04T08:00:00Z").getEpochSecond());
    write(datastream, 2, NOW);
    slow.query("commit").execute().await();
    slow.close().await();
    compute(later);
    assertThat(border()).isEqualTo(Instant.parse("2026-03-04T11:00:00Z").getEpochSecond());
    series.check(datastream, BEGIN, later, SeriesStep.HOUR, UTC);
    assertThat(hours(datastream)).isEqualTo(2);
  }

  private long border() {
    return station.count("select extract(epoch from until)::bigint from sensor.aggregation");
  }

  @Test
  void aWorkerThatIsKilledLosesNothing() {
    long datastream = station.datastream("probe");
    compute(NOW);
    for (int day = 1; day < 5; day++) {
      write(datastream, day, NOW.minus(Duration.ofDays(day)));
    }
    SqlConnection lock = station.db.database().session().await();
    lock.query("begin; lock table sensor.hourly in exclusive mode").execute().await();
    Future<Boolean> pass = aggregates.pass(NOW);
    while (station.count(
            """
            select count(pg_terminate_backend(pid)) from pg_locks
            where not granted and relation = 'sensor.hourly'::regclass
            """)
        == 0) {
      Thread.onSpinWait();
    }
    assertThatThrownBy(pass::await).isInstanceOf(Exception.class);
    lock.query("rollback").execute().await();
    lock.close().await();
    series.check(datastream, BEGIN, NOW, SeriesStep.DAY, UTC);
    compute(NOW);
    series.check(datastream, BEGIN, NOW, SeriesStep.DAY, UTC);
    assertThat(hours(datastream)).isEqualTo(4);
  }

  @Test
  @Tag("GLEBE_SENSOR_AGGREGATE_HOURS")
  void historyOfBeforeTheFirstPassIsComputedInParts() {
    long datastream = station.datastream("probe");
    write(datastream, 1, Instant.parse("0900-01-01T00:00:00Z"));
    write(datastream, 2, Instant.parse("1999-12-31T23:59:59.999999Z"));
    for (int day = 0; day < 200; day++) {
      write(datastream, day, NOW.minus(Duration.ofDays(day)));
    }
    write(datastream, 3, Instant.parse("2200-01-01T00:00:00Z"));
    compute(NOW);
    assertThat(hours(datastream)).as("what lies after the border is not computed").isEqualTo(201);
    for (SeriesStep step : SeriesStep.values()) {
      series.check(
          datastream,
          Instant.parse("0001-01-01T00:00:00Z"),
          Instant.parse("9999-01-01T00:00:00Z"),
          step,
          UTC);
    }
    series.check(datastream, NOW, BEGIN, SeriesStep.HOUR, UTC);
  }

  @Test
  void numbersWhoseSumIsTooLargeDoNotStopTheOthers() {
    long datastream = station.datastream("probe");
    write(datastream, 1.5e308, NOW.minus(Duration.ofDays(1)));
    write(datastream, -1.5e308, NOW.minus(Duration.ofDays(1)));
    write(datastream, 1.6e308, NOW.minus(Duration.ofDays(1)));
    write(datastream, 7, NOW.minus(Duration.ofDays(1)));
    compute(NOW);
    var days = series.read(datastream, BEGIN, NOW, SeriesStep.DAY, UTC);
    assertThat(days).singleElement().satisfies(day -> assertThat(day.mean()).isEqualTo(7));
  }

  @Test
  void aDeletedDatastreamLeavesNothing() {
    long datastream = station.datastream("probe");
    write(datastream, 1, NOW.minus(Duration.ofDays(1)));
    compute(NOW);
    write(datastream, 2, NOW.minus(Duration.ofDays(2)));
    station
        .db
        .database()
        .inTransaction(
            tx -> {
              new ObservationRows(tx).deleteOf(new Long[] {datastream});
              return tx.update("delete from sensor.datastream where id = $1", datastream);
            })
        .await();
    compute(NOW);
    for (String table : List.of("hourly", "daily", "stale", "expired")) {
      assertThat(
              station.count(
                  "select count(*) from sensor." + table + " where datastream_id = $1", datastream))
          .as(table)
          .isZero();
    }
  }
}
