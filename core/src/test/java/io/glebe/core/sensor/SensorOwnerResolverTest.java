package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Grants;
import io.glebe.core.access.Permission;
import io.glebe.core.access.ScopeRights;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.SensorQueries;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SensorOwnerResolverTest {
  private static final UUID FARM = UUID.randomUUID();
  private static final UUID SECOND = UUID.randomUUID();
  private static final UUID FIELD = UUID.randomUUID();
  private static final UUID DEVICE = UUID.randomUUID();
  private static final Caller KEEPER =
      on(
          FARM,
          "keeper",
          "device:create",
          "device:read",
          "device:update",
          "device:delete",
          "observation:create",
          "observation:read");
  private static final Caller OF_BOTH =
      KEEPER.with(
          KEEPER.grants().with(SECOND, Optional.empty(), Set.of(Permission.of("device:create"))));
  private static final Caller WATCHER = on(FARM, "watcher", "device:read", "observation:read");
  private static final Caller NEIGHBOUR =
      on(
          UUID.randomUUID(),
          "neighbour",
          "device:create",
          "device:read",
          "observation:read",
          "observation:create");
  private static SensorStation station;

  private static Caller on(UUID farm, String name, String... permissions) {
    Set<Permission> all = Stream.of(permissions).map(Permission::of).collect(Collectors.toSet());
    Grants grants =
        new Grants.Builder().user(UUID.randomUUID()).farm(farm, Optional.empty(), all).build();
    return new Caller(
        CallerKind.PERSON,
        "issuer",
        name,
        Optional.of("app"),
        "sensor-api",
        Set.of(),
        ScopeRights.ALL,
        grants);
  }

  @BeforeAll
  static void open() {
    station = new SensorStation();
    field(FIELD, FARM);
    station
        .db
        .database()
        .query(
            """
            insert into record.devices (id, farm_id, doc, version, created_at, updated_at, origin_type)
            values ($1, $2, jsonb_build_object('fieldId', $3::text), 1, now(), now(), 'USER')
            """,
            DEVICE,
            FARM,
            FIELD.toString())
        .await();
  }

  private static void field(UUID id, UUID farm) {
    station
        .db
        .database()
        .query(
            """
            insert into record.fields (id, farm_id, doc, bbox, version, created_at, updated_at, origin_type)
            values ($1, $2, '{"geometry": {"type": "Polygon", "coordinates": [[[15,46],[16,46],[15,47],[15,46]]]}}',
              box(point(15,46), point(16,47)), 1, now(), now(), 'USER')
            """,
            id,
            farm)
        .await();
  }

  /** Creates a thing on the farm, so that the farm is known for this account. */
  @BeforeEach
  void work() {
    create(KEEPER, "Things", "{'name': 't', 'properties': {'fieldId': '" + FIELD + "'}}");
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static long create(Caller caller, String set, String body) {
    return station
        .sensors
        .entities()
        .create(caller, ResourcePath.parse(List.of(set)), json(body))
        .await()
        .id();
  }

  private static ObjectNode json(String text) {
    return Json.parseObject(text.replace('\'', '"'));
  }

  private static String thingAt(double lon, double lat) {
    return "{'name': 't', 'Locations': [{'location': {'type': 'Point', 'coordinates': ["
        + lon
        + ", "
        + lat
        + "]}}]}";
  }

  private static long onFarm(long thing) {
    return station.count(
        "select count(*) from sensor.thing where id = $1 and farm_id = $2 and field_id = $3",
        thing,
        FARM,
        FIELD);
  }

  private static void read(Caller caller, String segment) {
    station
        .sensors
        .queries()
        .read(
            new SensorQueries.Query(
                caller, "", "", ResourcePath.parse(List.of(segment)), QueryOptions.NONE))
        .await();
  }

  private static void forbidden(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(403));
  }

  @Test
  void aThingBelongsToTheFarmOfTheFieldAroundIt() {
    assertThat(onFarm(create(KEEPER, "Things", thingAt(15.2, 46.2)))).isEqualTo(1);
    assertThat(onFarm(create(KEEPER, "Things", thingAt(15.9, 46.9))))
        .as("in the box, not in the field")
        .isZero();
    String own = thingAt(15.2, 46.2).replace("'t',", "'t', 'properties': {'farmId': null},");
    assertThat(onFarm(create(NEIGHBOUR, "Things", own)))
        .as("of somebody without rights there")
        .isZero();
  }

  @Test
  void aThingInFieldsOfTwoFarmsBelongsToItsAccountUntilTheFieldIsNamed() {
    UUID second = UUID.randomUUID();
    field(second, SECOND);
    assertThat(onFarm(create(OF_BOTH, "Things", thingAt(15.2, 46.2))))
        .as("has only been added to the second")
        .isEqualTo(1);
    create(OF_BOTH, "Things", "{'name': 't', 'properties': {'fieldId': '" + second + "'}}");
    assertThatThrownBy(() -> create(OF_BOTH, "Things", thingAt(15.2, 46.2)))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(422));
    String nobodys = thingAt(15.2, 46.2).replace("'t',", "'t', 'properties': {'farmId': null},");
    long thing = create(OF_BOTH, "Things", nobodys);
    assertThat(
            station.count(
                "select count(*) from sensor.thing where id = $1 and farm_id is null", thing))
        .isEqualTo(1);
    change(OF_BOTH, thing, "{'properties': {'fieldId': '" + FIELD + "'}}");
    change(OF_BOTH, thing, "{'properties': {}}");
    assertThat(onFarm(thing)).as("keeps it, on its own field").isEqualTo(1);
  }

  private static void change(Caller caller, long thing, String body) {
    station
        .sensors
        .entities()
        .update(caller, ResourcePath.parse(List.of("Things(" + thing + ")")), json(body), false)
        .await();
  }

  @Test
  void aThingBelongsToTheFarmOfItsDevice() {
    String body = "{'name': 't', 'properties': {'deviceId': '" + DEVICE + "'}}";
    assertThat(onFarm(create(KEEPER, "Things", body))).isEqualTo(1);
    forbidden(() -> create(NEIGHBOUR, "Things", body));
  }

  @Test
  void aThingBelongsToTheNamedFarmIfTheCallerHasTheRight() {
    assertThat(
            onFarm(
                create(
                    KEEPER, "Things", "{'name': 't', 'properties': {'fieldId': '" + FIELD + "'}}")))
        .isEqualTo(1);
    forbidden(
        () ->
            create(
                NEIGHBOUR, "Things", "{'name': 't', 'properties': {'fieldId': '" + FIELD + "'}}"));
    assertThatThrownBy(
            () -> create(KEEPER, "Things", "{'name': 't', 'properties': {'fieldId': 'x'}}"))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(422));
  }

  @Test
  void theRightsOnTheFarmDetermineReadAndWriteAccess() {
    long datastream =
        create(
            KEEPER,
            "Datastreams",
            "{'name': 'd', 'Thing': "
                + thingAt(15.2, 46.2)
                + ", 'Sensor': {'name': 's'}, 'ObservedProperty': {'name': 'p'}}");
    Observation one = Observation.of(IntNode.valueOf(1), Instant.parse("2026-05-01T00:00:00Z"));
    assertThat(station.sensors.writer().write(KEEPER, datastream, one).await().isNew()).isTrue();
    forbidden(() -> station.sensors.writer().write(WATCHER, datastream, one).await());
    forbidden(() -> station.sensors.writer().write(NEIGHBOUR, datastream, one).await());
    read(WATCHER, "Datastreams(" + datastream + ")");
    forbidden(() -> read(NEIGHBOUR, "Datastreams(" + datastream + ")"));
    forbidden(
        () ->
            station
                .sensors
                .entities()
                .delete(WATCHER, ResourcePath.parse(List.of("Datastreams(" + datastream + ")")))
                .await());
  }

  @Test
  void aMovedThingChangesItsField() {
    long thing = create(KEEPER, "Things", thingAt(20, 50));
    assertThat(onFarm(thing)).isZero();
    station
        .sensors
        .entities()
        .create(
            KEEPER,
            ResourcePath.parse(List.of("Things(" + thing + ")", "Locations")),
            json("{'location': {'type': 'Point', 'coordinates': [15.1, 46.1]}}"))
        .await();
    assertThat(onFarm(thing)).isEqualTo(1);
    assertThat(
            station.count("select count(*) from sensor.thing_location where thing_id = $1", thing))
        .isEqualTo(1);
    assertThat(
            station.count(
                "select count(*) from sensor.historical_location where thing_id = $1", thing))
        .isEqualTo(2);
  }

  @Test
  void aCallerWithReadAccessCannotMoveAThing() {
    long thing = create(KEEPER, "Things", thingAt(15.2, 46.2));
    long place =
        create(KEEPER, "Locations", "{'location': {'type': 'Point', 'coordinates': [15.3, 46.1]}}");
    forbidden(
        () ->
            station
                .sensors
                .entities()
                .create(
                    WATCHER,
                    ResourcePath.parse(List.of("Things(" + thing + ")", "Locations")),
                    json("{'@iot.id': " + place + "}"))
                .await());
    forbidden(
        () ->
            create(
                WATCHER,
                "Locations",
                "{'location': {'type': 'Point', 'coordinates': [1, 1]}, 'Things': [{'@iot.id': "
                    + thing
                    + "}]}"));
    assertThat(onFarm(thing)).isEqualTo(1);
  }

  @Test
  void aCallerWithoutRightsIsRefused() {
    Caller stranger =
        new Caller(
            CallerKind.PERSON,
            "issuer",
            "stranger",
            Optional.empty(),
            "sensor-api",
            Set.of(),
            ScopeRights.ALL,
            Grants.NONE);
    forbidden(() -> read(stranger, "Things"));
    forbidden(() -> create(stranger, "Things", "{'name': 't'}"));
  }
}
