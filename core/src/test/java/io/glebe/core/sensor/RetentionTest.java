package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import io.glebe.core.sensor.observation.Observation;
import java.time.Duration;
import java.time.Instant;
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

  private static long rows(SensorStation station, long datastream) {
    return station.count(
        "select count(*) from sensor.observation where datastream_id = $1", datastream);
  }
}
