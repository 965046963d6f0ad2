package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.query.QueryParser;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.SensorQueries;
import io.glebe.core.sensor.sql.SelectSql;
import io.glebe.core.sensor.sql.SensorAccessFilter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LatestValuesTest {
  private static final int DATASTREAMS = 1_000;
  private static final Map<String, String> LATEST =
      Map.of("$top", "1000", "$expand", "Observations($top=1;$orderby=phenomenonTime desc)");

  @Test
  void theLastValuesOfAThousandDatastreamsAreReadFromTheLatestTable() {
    try (SensorStation station = new SensorStation()) {
      fill(station);
      Caller probe = SensorStation.device("probe");
      ResourcePath path = ResourcePath.parse(List.of("Datastreams"));
      var query =
          new SensorQueries.Query(probe, "http://x", "", path, QueryParser.parse(LATEST, 30_000));
      long best = Long.MAX_VALUE;
      JsonNode page = Json.object();
      for (int i = 0; i < 15; i++) {
        long start = System.nanoTime();
        var answer = station.sensors.queries().read(query).await();
        best = Math.min(best, System.nanoTime() - start);
        page = Json.parse(((SensorQueries.JsonText) answer).text());
      }
      LoggerFactory.getLogger(LatestValuesTest.class)
          .warn("last values of {} datastreams: best of 15 is {} ms", DATASTREAMS, best / 1e6);
      assertThat(page.path("value")).hasSize(DATASTREAMS);
      page.path("value")
          .forEach(d -> assertThat(d.at("/Observations/0/result").asInt()).isEqualTo(20));
      var statement =
          new SelectSql("", new SensorAccessFilter(probe), Map.of(), 8 << 20)
              .page(path, QueryParser.parse(LATEST, 30_000));
      assertThat(statement.sql())
          .as("observations are looked at only where all of a datastream have one time")
          .contains("sensor.latest", "first_time < a2.phenomenon_time or exists (")
          .doesNotContainPattern("from sensor\\.observation a\\d");
    }
  }

  private static void fill(SensorStation station) {
    long first = station.datastream("probe");
    station
        .db
        .database()
        .query(
            """
            insert into sensor.datastream (owner, name, description, observation_type, unit,
              thing_id, sensor_id, observed_property_id)
            select owner, name || n, description, observation_type, unit, thing_id, sensor_id,
              observed_property_id from sensor.datastream, generate_series(2, $2) n where id = $1
            """,
            first,
            DATASTREAMS)
        .await();
    station
        .db
        .database()
        .query(
            """
            insert into sensor.latest (datastream_id, id, phenomenon_time, result, digest,
              first_time, last_time)
            select id, id, now(), 20, 1, now() - interval '1 day', now() from sensor.datastream
            """)
        .await();
  }
}
