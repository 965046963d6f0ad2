package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.database.Purpose;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.entity.SensorEntities;
import io.glebe.core.sensor.query.ResourcePath;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A request that creates an observation while the database does not commit. */
class ObservationWaitTest {
  private static Future<SensorEntities.Created> create(SensorStation station, long datastream) {
    ObjectNode body = Json.object().put("phenomenonTime", "2026-05-01T00:00:00Z").put("result", 1);
    body.putObject("Datastream").put("@iot.id", datastream);
    return station
        .sensors
        .entities()
        .create(SensorStation.device("probe"), ResourcePath.parse(List.of("Observations")), body);
  }

  @Test
  @Tag("GLEBE_OBSERVATION_WAIT")
  void theCallerIsNotHeldAndTheObservationIsStoredOnce() {
    try (SensorStation station = new SensorStation(8 << 20, Duration.ofMillis(300))) {
      long datastream = station.datastream("probe");
      SqlConnection holder = station.db.database().pool(Purpose.BACKGROUND).getConnection().await();
      var transaction = holder.begin().await();
      holder
          .query("select 1 from sensor.datastream where id = " + datastream + " for update")
          .execute()
          .await();

      Future<SensorEntities.Created> held = create(station, datastream);
      assertThatThrownBy(held::await)
          .isInstanceOfSatisfying(
              Problem.class,
              problem -> {
                assertThat(problem.status()).isEqualTo(503);
                assertThat(problem.headers()).containsKey("Retry-After");
              });

      transaction.rollback().await();
      holder.close().await();
      await().until(() -> create(station, datastream).map(true).otherwise(false).await());
      assertThat(station.count("select count(*) from sensor.observation")).isEqualTo(1);
    }
  }
}
