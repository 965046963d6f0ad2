package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.database.fixture.TestDatabase;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The field of a thing after its farm's fields have been drawn, redrawn and deleted. */
class FieldsOfThingsTest {
  private static final String HOLED =
      """
      {"type": "Polygon", "coordinates": [[[0,0],[8,0],[8,8],[0,8],[0,0]],[[2,2],[2,6],[6,6],[6,2],[2,2]]]}\
      """;
  private static TestDatabase db;
  private final UUID farm = UUID.randomUUID();

  @BeforeAll
  static void open() {
    db = TestDatabase.create();
  }

  @AfterAll
  static void close() {
    db.close();
  }

  private static Row row(String sql, Object... values) {
    return db.database().query(sql, values).await().iterator().next();
  }

  private UUID draw(String geometry, String box) {
    UUID id = UUID.randomUUID();
    db.database()
        .query(
            """
            insert into record.fields (id, farm_id, doc, bbox, version, created_at, updated_at, origin_type)
            values ($1, $2, jsonb_build_object('geometry', $3::text::jsonb), $4::text::box, 1, now(), now(), 'USER')
            """,
            id,
            farm,
            geometry,
            box)
        .await();
    return id;
  }

  private UUID square(double west, double south, double size) {
    double east = west + size;
    double north = south + size;
    return draw(
        "{\"type\":\"Polygon\",\"coordinates\":[[[%1$s,%2$s],[%3$s,%2$s],[%3$s,%4$s],[%1$s,%4$s],[%1$s,%2$s]]]}"
            .formatted(west, south, east, north),
        "((" + east + "," + north + "),(" + west + "," + south + "))");
  }

  private long thing(String properties, String location) {
    return row(
            """
            with t as (
              insert into sensor.thing (farm_id, owner, name, description, properties)
              values ($1, 'o', 't', '', $2::text::jsonb) returning id),
            l as (
              insert into sensor.location (farm_id, owner, name, description, encoding_type, location, bbox)
              select $1, 'o', 'l', '', 'application/geo+json', $3::text::jsonb,
                box(sensor.place($3::text::jsonb), sensor.place($3::text::jsonb))
              returning id)
            insert into sensor.thing_location select t.id, l.id from t, l returning thing_id
            """,
            farm,
            properties,
            location)
        .getLong(0);
  }

  private static String point(double x, double y) {
    return "{\"type\":\"Point\",\"coordinates\":[" + x + "," + y + "]}";
  }

  private long at(double x, double y) {
    return thing("{}", point(x, y));
  }

  private static Optional<UUID> field(long thing) {
    return Optional.ofNullable(
        row("select field_id from sensor.thing where id = $1", thing).getUUID(0));
  }

  @Test
  void theSmallestFieldAroundAThingCounts() {
    long thing = at(1.5, 1.5);
    long outside = at(9, 9);
    UUID large = square(0, 0, 8);
    assertThat(field(thing)).contains(large);
    UUID small = square(1, 1, 1);
    assertThat(field(thing)).contains(small);
    db.database().query("delete from record.fields where id = $1", small).await();
    assertThat(field(thing)).contains(large);
    assertThat(field(outside)).isEmpty();
  }

  @Test
  void aThingInTheHoleOfAFieldIsNotOnIt() {
    long hole = at(4, 4);
    long ring = at(1, 4);
    UUID field = draw(HOLED, "((8,8),(0,0))");
    assertThat(field(hole)).isEmpty();
    assertThat(field(ring)).contains(field);
  }

  @Test
  void aSlopingEdgeIsExactInASmallField() {
    long inside = at(0.0004, 0.0005);
    long outside = at(0.0006, 0.0005);
    UUID field =
        draw(
            "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[0.001,0],[0,0.001],[0,0]]]}",
            "((0.001,0.001),(0,0))");
    assertThat(field(inside)).contains(field);
    assertThat(field(outside)).isEmpty();
  }

  @Test
  void aFieldThatGoesToAnotherFarmLeavesItsThings() {
    long thing = at(1, 1);
    UUID field = square(0, 0, 2);
    assertThat(field(thing)).contains(field);
    String sql = "update record.fields set farm_id = $2 where id = $1";
    db.database().query(sql, field, UUID.randomUUID()).await();
    assertThat(field(thing)).isEmpty();
  }

  @Test
  void namedFieldsAndThingsOfOthersStay() {
    String place = point(1, 1);
    for (String member : new String[] {"fieldId", "regionId", "deviceId"}) {
      long named = thing("{\"" + member + "\":\"" + UUID.randomUUID() + "\"}", place);
      square(0, 0, 2);
      assertThat(field(named)).as(member).isEmpty();
    }
    long other = at(1, 1);
    db.database()
        .query(
            "update sensor.thing set farm_id = $2, field_id = null where id = $1",
            other,
            UUID.randomUUID())
        .await();
    square(0, 0, 2);
    assertThat(field(other)).isEmpty();
  }

  @Test
  void theInnerPointOfALocationTellsWhereItIs() {
    long bent =
        thing(
            "{}",
            "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[20,20],[28,20],[28,21],[21,21],[21,28],[20,28],[20,20]]]}}");
    long line = thing("{}", "{\"type\":\"LineString\",\"coordinates\":[[30,30],[31,31],[32,33]]}");
    long lines =
        thing("{}", "{\"type\":\"MultiLineString\",\"coordinates\":[[[40,40],[41,41]],[[42,43]]]}");
    UUID arm = square(20, 23, 2);
    UUID middle = square(30.5, 30.5, 1);
    UUID second = square(40.5, 40.5, 1);
    assertThat(field(bent)).contains(arm);
    assertThat(field(line)).contains(middle);
    assertThat(field(lines)).contains(second);
  }

  @Test
  @Timeout(120)
  void aFieldIsDrawnAfterTheWritersThatHaveNotSeenIt() {
    long thing = at(50, 50);
    CompletableFuture<UUID> drawn =
        db.database()
            .inTransaction(
                tx -> {
                  tx.execute(
                      "select sensor.field_around($1, $2::text::jsonb)", farm, point(61, 61));
                  tx.update(
                      """
                      update sensor.location set location = $2::text::jsonb, bbox = '((61,61),(61,61))'
                      where id in (select location_id from sensor.thing_location where thing_id = $1)
                      """,
                      thing,
                      point(61, 61));
                  var field = CompletableFuture.supplyAsync(() -> square(60, 60, 2));
                  awaitWaitingLock();
                  return field;
                })
            .await();
    UUID field = drawn.orTimeout(60, TimeUnit.SECONDS).join();
    assertThat(field(thing)).contains(field);
  }

  private static void awaitWaitingLock() {
    String waiting =
        """
        select count(*) from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())
        """;
    while (row(waiting).getLong(0) == 0) {
      Thread.onSpinWait();
    }
  }
}
