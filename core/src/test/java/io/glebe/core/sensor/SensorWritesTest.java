package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.observation.StoredObservation;
import io.glebe.core.sensor.query.ResourcePath;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SensorWritesTest {
  private static SensorStation station;

  @BeforeAll
  static void open() {
    station = new SensorStation();
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static ResourcePath path(String... segments) {
    return ResourcePath.parse(List.of(segments));
  }

  private static ObjectNode observation(int result) {
    return Json.object().put("result", result).put("phenomenonTime", "2026-05-01T00:00:00Z");
  }

  @Test
  void observationsOfADeepInsertAreCountedAndDeliveredAfterTheCommit() {
    long datastream = station.datastream("a");
    String set = "Datastreams(" + datastream + ")";
    Queue<StoredObservation> received = new ConcurrentLinkedQueue<>();
    long before = station.sensors.writer().counters().counts().stored();
    try (var _ = station.sensors.writer().live().listen(received::addAll, () -> true)) {
      station
          .sensors
          .entities()
          .inTransaction(
              SensorStation.device("a"),
              writes -> {
                writes.create(path(set, "Observations"), observation(1));
                writes.create(path(set, "Observations"), observation(1));
                writes.create(path(set, "Observations"), observation(2));
                assertThat(received).isEmpty();
                return 0;
              })
          .await();
    }
    assertThat(received).extracting(o -> o.observation().result().asInt()).containsExactly(1, 2);
    assertThat(station.sensors.writer().counters().counts().stored() - before).isEqualTo(2);
    assertThat(station.sensors.writer().counters().counts().duplicate()).isPositive();
  }

  @Test
  void anObservationWithAnInlineDatastreamIsStoredInOneTransaction() {
    ObjectNode body = observation(1);
    body.putObject("Datastream")
        .put("name", "inline")
        .set("Thing", Json.object().put("name", "inline thing"));
    body.withObject("/Datastream").putObject("Sensor").put("name", "s");
    body.withObject("/Datastream").putObject("ObservedProperty").put("name", "p");
    body.putObject("FeatureOfInterest").put("name", "f"); // no geometry: refused
    assertThatThrownBy(
            () ->
                station
                    .sensors
                    .entities()
                    .create(SensorStation.device("b"), path("Observations"), body)
                    .await())
        .isInstanceOf(Problem.class);
    assertThat(station.count("select count(*) from sensor.thing where name = 'inline thing'"))
        .isZero();
    body.remove("FeatureOfInterest");
    body.withObject("/Datastream/Thing")
        .putArray("Locations")
        .addObject()
        .putObject("location")
        .put("type", "Point")
        .putArray("coordinates")
        .add(15)
        .add(46);
    station
        .sensors
        .entities()
        .create(SensorStation.device("b"), path("Observations"), body)
        .await();
    assertThat(station.count("select count(*) from sensor.thing where name = 'inline thing'"))
        .isEqualTo(1);
  }

  @Test
  void creatingAnEntityBelowAnUnknownEntityIsNotFound() {
    assertThatThrownBy(
            () ->
                station
                    .sensors
                    .entities()
                    .create(
                        SensorStation.device("c"),
                        path("Things(999999)", "Datastreams"),
                        Json.object().put("name", "d"))
                    .await())
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(404));
  }

  @Test
  void observationsThatManyChangeAtTheSameTimeLoseNoChange() {
    long datastream = station.datastream("d");
    var entities = station.sensors.entities();
    var caller = SensorStation.device("d");
    long id =
        entities
            .create(caller, path("Datastreams(" + datastream + ")", "Observations"), observation(0))
            .await()
            .id();
    ResourcePath one = path("Observations(" + id + ")");
    List<Future<Long>> changes = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      changes.add(entities.update(caller, one, Json.object().put("result", 7), false));
      changes.add(entities.update(caller, one, Json.object().put("resultQuality", "good"), false));
      changes.add(
          entities.patch(
              caller, one, replaced("/validTime", "2026-05-01T00:00:00Z/2026-05-02T00:00:00Z")));
    }
    Future.all(changes).await();
    assertThat(
            station.count(
                """
                select count(*) from sensor.observation
                where id = %d and result = 7 and result_quality is not null
                  and valid_from is not null
                """
                    .formatted(id)))
        .isEqualTo(1);
  }

  private static ArrayNode replaced(String pointer, String value) {
    ArrayNode operations = Json.array();
    operations.addObject().put("op", "add").put("path", pointer).put("value", value);
    return operations;
  }
}
