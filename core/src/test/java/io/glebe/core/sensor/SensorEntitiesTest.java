package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.query.QueryParser;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.SensorQueries;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Writes of entities, and reads of what they have written, without HTTP. */
class SensorEntitiesTest {
  private static final Caller ACCOUNT = SensorStation.device("entities");
  private static final String PLACE = "{'type': 'Point', 'coordinates': [15, 46]}";
  private static SensorStation station;

  @BeforeAll
  static void open() {
    station = new SensorStation();
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static JsonNode json(String text) {
    return Json.parse(text.replace('\'', '"'));
  }

  private static ResourcePath path(String... segments) {
    return ResourcePath.parse(List.of(segments));
  }

  private static long create(String set, String body) {
    return station
        .sensors
        .entities()
        .create(ACCOUNT, path(set), (ObjectNode) json(body))
        .await()
        .id();
  }

  private static long stream(String name) {
    return create(
        "Datastreams",
        "{'name': '%1$s', 'Sensor': {'name': 's'}, 'ObservedProperty': {'name': 'p'}, 'Thing': {'name': '%1$s', 'Locations': [{'location': %2$s}]}}"
            .formatted(name, PLACE));
  }

  private static void observe(long datastream, String body) {
    station
        .sensors
        .entities()
        .create(
            ACCOUNT,
            path("Datastreams(" + datastream + ")", "Observations"),
            (ObjectNode) json(body))
        .await();
  }

  private static SensorQueries.Answer read(String set, Map<String, String> options) {
    return station
        .sensors
        .queries()
        .read(
            new SensorQueries.Query(
                ACCOUNT,
                "http://x",
                "http://x/" + set,
                path(set),
                QueryParser.parse(options, 9_000)))
        .await();
  }

  private static JsonNode page(String set, Map<String, String> options) {
    return Json.parse(((SensorQueries.JsonText) read(set, options)).text()).path("value");
  }

  private static void refused(int status, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(status));
  }

  @Test
  void aFeatureIsMadeOnceByTheFirstObservationAndGrowsTheObservedArea() {
    long stream = stream("first");
    assertThat(source(stream, "LOCATION")).isEqualTo(1);
    observe(stream, "{'result': 1}");
    observe(stream, "{'result': 2}");
    assertThat(source(stream, "MADE")).isEqualTo(1);
    assertThat(
            count("select count(*) from sensor.observed_feature o", "o.datastream_id = " + stream))
        .isEqualTo(1);
    assertThat(
            page("Datastreams", Map.of("$filter", "id eq " + stream))
                .at("/0/observedArea/type")
                .asText())
        .isEqualTo("Point");
    refused(422, () -> observe(stream, "{'result': 'warm'}"));
  }

  private static long source(long datastream, String source) {
    return count(
        "select count(*) from sensor.datastream_place p",
        "p.id = " + datastream + " and p.source = '" + source + "'");
  }

  private static long count(String select, String where) {
    return station.count(select + " where " + where);
  }

  @Test
  void anObservationWithoutAnyPlaceIsRefusedUnlessTheThingWasMadeWithout() {
    long thing = create("Things", "{'name': 'nowhere'}");
    long stream =
        create(
            "Datastreams",
            "{'name': 'd', 'Thing': {'@iot.id': %d}, 'Sensor': {'name': 's'}, 'ObservedProperty': {'name': 'p'}}"
                .formatted(thing));
    refused(422, () -> observe(stream, "{'result': 1}"));
    String composite =
        "{'thing': {'name': 't'}, 'sensor': {'name': 's'}, 'observedProperty': {'name': 'p'},"
            + " 'datastream': {'unit': {'name': 'percent', 'symbol': '%'}}}";
    var made = station.sensors.entities().composite(ACCOUNT, (ObjectNode) json(composite)).await();
    observe(made.datastream(), "{'result': 1}");
    assertThatThrownBy(
            () ->
                station
                    .sensors
                    .entities()
                    .composite(
                        ACCOUNT, (ObjectNode) json("{'thing': {}, 'datastream': {'unit': 5}}"))
                    .await())
        .isInstanceOfSatisfying(
            Problem.class,
            p ->
                assertThat(p.violations())
                    .extracting(v -> v.where())
                    .containsExactlyInAnyOrder(
                        "/sensor", "/observedProperty", "/thing/name", "/datastream/unit"));
  }

  @Test
  void aPatchChangesPropertiesAndAnUpdateCreatesNothing() {
    long stream = stream("patched");
    ResourcePath self = path("Datastreams(" + stream + ")");
    String operations = "[{'op': 'add', 'path': '/properties', 'value': {'a': [1, 2]}}]";
    station.sensors.entities().patch(ACCOUNT, self, json(operations)).await();
    assertThat(
            page("Datastreams", Map.of("$filter", "id eq " + stream + " and properties/a[1] eq 2")))
        .hasSize(1);
    refused(
        409,
        () ->
            station
                .sensors
                .entities()
                .patch(ACCOUNT, self, json("[{'op': 'test', 'path': '/name', 'value': 1}]"))
                .await());
    refused(
        422,
        () ->
            station
                .sensors
                .entities()
                .update(ACCOUNT, self, (ObjectNode) json("{'Sensor': {'name': 'new'}}"), false)
                .await());
  }

  @Test
  void aFilterDeletesTheEntitiesThatPassIt() {
    long stream = stream("filtered");
    for (int i = 1; i <= 4; i++) {
      observe(stream, "{'result': %d, 'phenomenonTime': '2026-05-0%dT00:00:00Z'}".formatted(i, i));
    }
    ResourcePath list = path("Datastreams(" + stream + ")", "Observations");
    var query =
        new SensorQueries.Query(
            ACCOUNT, "", "", list, QueryParser.parse(Map.of("$filter", "result gt 2"), 900));
    assertThat(station.sensors.entities().delete(query).await()).isEqualTo(2);
    assertThat(count("select count(*) from sensor.observation o", "o.datastream_id = " + stream))
        .isEqualTo(2);
    assertThat(
            page(
                "Things",
                Map.of(
                    "$filter",
                    "name eq 'filtered' and Datastreams/any(d:d/Observations/all(o:o/result lt"
                        + " 3))")))
        .hasSize(1);
    var spatial =
        Map.of(
            "$filter",
            "name eq 'filtered' and Locations/any(l:st_within(l/location, geography'POLYGON((14 45,"
                + " 16 45, 16 47, 14 47, 14 45))'))");
    assertThat(page("Things", spatial)).hasSize(1);
    var things =
        new SensorQueries.Query(ACCOUNT, "", "", path("Things"), QueryParser.parse(spatial, 900));
    assertThat(station.sensors.entities().delete(things).await()).isEqualTo(1);
    assertThat(page("Datastreams", Map.of("$filter", "name eq 'filtered'"))).isEmpty();
  }

  @Test
  void aListIsReadAsCommaSeparatedValues() {
    create("Things", "{'name': 'a, \\\"b\\\"', 'description': 'csv', 'properties': {'n': 1}}");
    var answer =
        read(
            "Things",
            Map.of(
                "$resultFormat",
                "CSV",
                "$select",
                "name,properties",
                "$filter",
                "description eq 'csv'"));
    assertThat(((SensorQueries.CsvPage) answer).utf8().toString())
        .isEqualTo("name,properties\r\n\"a, \"\"b\"\"\",\"{\"\"n\"\": 1}\"\r\n");
  }
}
