package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import io.glebe.core.sensor.aggregate.SensorSeries;
import io.glebe.core.sensor.aggregate.SeriesStep;
import io.glebe.core.sensor.observation.Observation;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetentionTest {
  private static final Instant NOW = Instant.parse("2026-06-15T00:00:00Z");

  private static void write(SensorStation station, long datastream, int daysAgo) {
    station
        .sensors
        .writer()
        .write(
            SensorStation.device("probe"),
            datastream,
            Observation.of(IntNode.valueOf(daysAgo), NOW.minus(Duration.ofDays(daysAgo))))
        .await();
  }

  @Test
  void expiredMonthsAreDroppedAndExpiredRowsOfOtherMonthsAreDeleted() {
    try (SensorStation station = new SensorStation()) {
      long brief = station.datastream("probe");
      long lasting = station.datastream("probe");
      station
          .db
          .database()
          .query(
              "update sensor.datastream set properties = '{\"retentionDays\": 30}' where id = $1",
              brief)
          .await();
      for (int days : new int[] {1, 29, 31, 100, 400}) {
        write(station, brief, days);
      }
      write(station, lasting, 100);

      assertThat(station.sensors.retention().sweep(NOW).await()).isGreaterThanOrEqualTo(1);

      assertThat(rows(station, brief)).isEqualTo(2);
      assertThat(rows(station, lasting)).isEqualTo(1);
      assertThat(
              station.count(
                  "select count(*) from pg_class where relname = 'observation_202505' or relname ="
                      + " 'observation_202603'"))
          .as("May of last year is gone, March with the lasting row stays")
          .isEqualTo(1);
      assertThat(
              station.count(
                  "select extract(epoch from first_time)::bigint from sensor.latest where"
                      + " datastream_id = $1",
                  brief))
          .isEqualTo(NOW.minus(Duration.ofDays(29)).getEpochSecond());
      write(station, brief, 400); // the dropped month is created again
      assertThat(rows(station, brief)).isEqualTo(3);
    }
  }

  @Test
  void hoursAndDaysGoWithTheObservations() {
    try (SensorStation station = new SensorStation()) {
      long brief = keeping(station, "{\"retentionDays\": 30}");
      compute(station, brief);

      assertThat(days(station, brief)).containsExactly(29.0, 1.0);
      assertThat(count(station, "hourly", brief)).isEqualTo(2);
      assertThat(count(station, "daily", brief)).isEqualTo(2);
    }
  }

  @Test
  void hoursAndDaysOutliveTheObservationsWhereTheDatastreamSaysSo() {
    try (SensorStation station = new SensorStation()) {
      long lasting = keeping(station, "{\"retentionDays\": 30, \"aggregateDays\": 365}");
      station.sensors.retention().sweep(NOW).await();
      assertThat(rows(station, lasting)).as("not counted yet, therefore kept").isEqualTo(5);
      compute(station, lasting);

      assertThat(rows(station, lasting)).isEqualTo(2);
      assertThat(days(station, lasting)).containsExactly(100.0, 31.0, 29.0, 1.0);
      write(station, lasting, 31); // too late to be counted
      write(station, lasting, 29);
      while (station.sensors.aggregates().pass(NOW).await()) {
        // goes on
      }
      assertThat(days(station, lasting)).containsExactly(100.0, 31.0, 29.0, 1.0);
      station.sensors.retention().sweep(NOW.plus(Duration.ofDays(300))).await();
      assertThat(days(station, lasting)).containsExactly(31.0, 29.0, 1.0);
    }
  }

  private static long keeping(SensorStation station, String properties) {
    long datastream = station.datastream("probe");
    station
        .db
        .database()
        .query(
            "update sensor.datastream set properties = $2::text::jsonb where id = $1",
            datastream,
            properties)
        .await();
    for (int days : new int[] {1, 29, 31, 100, 400}) {
      write(station, datastream, days);
    }
    return datastream;
  }

  private static void compute(SensorStation station, long datastream) {
    while (station.sensors.aggregates().pass(NOW).await()
        || station.sensors.aggregates().waiting().await() > 0) {
      // goes on
    }
    assertThat(count(station, "hourly", datastream)).isEqualTo(5);
    station.sensors.retention().sweep(NOW).await();
  }

  private static List<Double> days(SensorStation station, long datastream) {
    return new CountedSeries(station)
            .read(
                datastream, NOW.minus(Duration.ofDays(500)), NOW, SeriesStep.DAY, ZoneId.of("UTC"))
            .stream()
            .map(SensorSeries.Bucket::mean)
            .toList();
  }

  private static long count(SensorStation station, String table, long datastream) {
    return station.count(
        "select count(*) from sensor." + table + " where datastream_id = $1", datastream);
  }

  private static long rows(SensorStation station, long datastream) {
    return station.count(
        "select count(*) from sensor.observation where datastream_id = $1", datastream);
  }
}
