package io.glebe.core.sensor.access;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.AccessibleOwners;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Permission;
import io.glebe.core.access.WorkedFarms;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.model.LocationGeometry;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Point;

/**
 * Finds the farm of a thing: named by its properties ({@code regionId}, {@code fieldId}, {@code
 * deviceId}, {@code farmId}), else the one that it has; else that of the field in which it stands,
 * among farms on which the caller works and may set up devices, where fields of one such farm alone
 * lie there; else none.
 */
public final class SensorOwnerResolver {
  private static final Permission SET_UP = new Permission("device", Action.CREATE);

  /** Most farms that a refusal names. */
  private static final int MAX_LISTED = 20;

  /** More fields than this at one place say nothing. */
  private static final int MAX_FIELDS = 100;

  private final Transaction tx;
  private final Caller caller;

  public SensorOwnerResolver(Transaction tx, Caller caller) {
    this.tx = tx;
    this.caller = caller;
  }

  /** Of something new, or without a farm so far. */
  public SensorOwner of(JsonNode properties, Optional<Geometry> place) {
    return named(properties)
        .or(() -> place.flatMap(this::at))
        .orElseGet(() -> SensorOwner.of(owner()));
  }

  /**
   * Of a new thing. One that a person makes without naming a farm belongs to the only farm on which
   * he works and may set up devices; otherwise he has to choose one, 422, or none: {@code farmId}
   * is null.
   */
  public SensorOwner ofThing(JsonNode properties, Optional<Geometry> place) {
    return named(properties)
        .or(() -> place.flatMap(this::at))
        .or(() -> properties.path("farmId").isNull() ? Optional.empty() : onlyFarm())
        .orElseGet(() -> SensorOwner.of(owner()));
  }

  private Optional<SensorOwner> onlyFarm() {
    if (caller.kind() != CallerKind.PERSON || Access.farms(caller, SET_UP).everything()) {
      return Optional.empty();
    }
    Set<UUID> reach = Access.farms(caller, SET_UP).ids();
    Set<UUID> farms = WorkedFarms.among(tx, caller, reach);
    if (farms.size() == 1) {
      return Optional.of(new SensorOwner(farms.stream().findFirst(), Optional.empty(), owner()));
    }
    if (reach.isEmpty()) {
      return Optional.empty();
    }
    String detail =
        "the farm of the Thing is required in properties.farmId; choose one of " + list(reach);
    throw Problem.of(
        ProblemType.FARM_REQUIRED,
        detail,
        List.of(Violation.at("required", "/properties/farmId", detail)));
  }

  private String list(Set<UUID> farms) {
    List<String> names = new ArrayList<>();
    tx.execute(
            """
            select id, doc ->> 'name' as name from record.farms where id = any($1::uuid[])
            order by name, id limit $2
            """,
            farms.toArray(UUID[]::new),
            MAX_LISTED)
        .forEach(row -> names.add(row.getUUID("id") + " (" + row.getString("name") + ")"));
    return String.join(", ", names) + (farms.size() > MAX_LISTED ? ", ..." : "");
  }

  /** Of something that has a farm, and keeps it unless its properties name another. */
  public SensorOwner of(JsonNode properties, Optional<Geometry> place, SensorOwner before) {
    UUID farm = before.farm().orElse(null);
    if (farm == null) {
      return of(properties, place);
    }
    return named(properties)
        .or(() -> place.flatMap(p -> only(fields(p, false, Set.of(farm)))))
        .orElse(before);
  }

  private Optional<SensorOwner> named(JsonNode properties) {
    return named(
            properties,
            "regionId",
            """
            select farm_id, (doc ->> 'fieldId')::uuid as field from record.regions where id = $1
            """)
        .or(
            () ->
                named(
                    properties,
                    "fieldId",
                    "select farm_id, id as field from record.fields where id = $1"))
        .or(
            () ->
                named(
                    properties,
                    "deviceId",
                    """
                    select farm_id, (doc ->> 'fieldId')::uuid as field
                    from record.devices
                    where id = $1
                    """))
        .or(
            () ->
                named(
                    properties,
                    "farmId",
                    """
                    select id as farm_id, null::uuid as field from record.farms where id = $1
                    """));
  }

  private String owner() {
    return SensorAccess.owner(caller);
  }

  private Optional<SensorOwner> named(JsonNode properties, String member, String sql) {
    JsonNode value = properties.path(member);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    Row row = uuid(value).flatMap(id -> tx.first(sql, id)).orElseThrow(() -> unknown(member));
    SensorOwner owner =
        new SensorOwner(
            Optional.ofNullable(row.getUUID("farm_id")),
            Optional.ofNullable(row.getUUID("field")),
            owner());
    SensorAccess.require(caller, SET_UP, owner.farm(), owner());
    owner.farm().ifPresent(farm -> WorkedFarms.choose(tx, caller, farm));
    return Optional.of(owner);
  }

  private static Problem unknown(String member) {
    return Problem.invalid(
        Violation.at("reference", "/properties/" + member, member + " names no record"));
  }

  private static Optional<UUID> uuid(JsonNode value) {
    try {
      return value.isTextual() ? Optional.of(UUID.fromString(value.textValue())) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Optional<SensorOwner> at(Geometry place) {
    AccessibleOwners reach = Access.farms(caller, SET_UP);
    if (reach.everything()) {
      return only(fields(place, true, Set.of()));
    }
    return only(fields(place, false, WorkedFarms.among(tx, caller, reach.ids())));
  }

  /** The first, unless they are of several farms. */
  private static Optional<SensorOwner> only(List<SensorOwner> fields) {
    boolean one = fields.stream().map(SensorOwner::farm).distinct().count() == 1;
    return one ? fields.stream().findFirst() : Optional.empty();
  }

  /** Fields at the place, the smallest first. */
  private List<SensorOwner> fields(Geometry place, boolean everywhere, Set<UUID> farms) {
    if (!everywhere && farms.isEmpty()) {
      return List.of();
    }
    Point inside = place.getInteriorPoint();
    var rows =
        tx.execute(
            """
            select id, farm_id, (doc -> 'geometry')::text as geometry from record.fields
            where bbox && box(point($1::float8, $2::float8), point($1::float8, $2::float8))
              and ($3::boolean or farm_id = any($4::uuid[]))
            order by area(bbox), id limit $5
            """,
            inside.getX(),
            inside.getY(),
            everywhere,
            farms.toArray(UUID[]::new),
            MAX_FIELDS + 1);
    if (rows.size() > MAX_FIELDS) {
      return List.of();
    }
    List<SensorOwner> found = new ArrayList<>();
    for (Row row : rows) {
      Optional<Geometry> field = LocationGeometry.geometry(Json.stored(row.getString("geometry")));
      if (field.filter(f -> f.covers(inside)).isPresent()) {
        found.add(
            new SensorOwner(
                Optional.ofNullable(row.getUUID("farm_id")),
                Optional.of(row.getUUID("id")),
                owner()));
      }
    }
    return found;
  }
}
