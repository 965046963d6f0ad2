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
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds the farm of a thing: named by its properties ({@code regionId}, {@code fieldId}, {@code
 * deviceId}, {@code farmId}), else the one that it has; else that of the field in which it stands,
 * among farms on which the caller works and may set up devices, where fields of one such farm alone
 * lie there; else none.
 *
 * <p>The field of a thing with a farm is the named one, else the smallest of this farm around its
 * place. The database sets it again when a field is drawn, redrawn or deleted: {@code
 * sensor.field_around} is also the rule of those triggers.
 */
public final class SensorOwnerResolver {
  private static final Permission SET_UP = new Permission("device", Action.CREATE);

  /** Most farms that a refusal names. */
  private static final int MAX_LISTED = 20;

  /** Members of properties that say on which field a thing stands. */
  private static final List<String> FIELD_NAMES = List.of("regionId", "fieldId", "deviceId");

  private static final String AROUND = "select sensor.field_around($1, $2::text::jsonb) as field";

  private static final String AT =
      """
      select distinct farm_id
      from sensor.fields_at(array[sensor.place($1::text::jsonb)], $2::uuid[])
      where farm_id is not null
      """;

  private final Transaction tx;
  private final Caller caller;

  public SensorOwnerResolver(Transaction tx, Caller caller) {
    this.tx = tx;
    this.caller = caller;
  }

  /**
   * Of something new that is no thing.
   *
   * @param place GeoJSON text
   */
  public SensorOwner of(Optional<String> place) {
    return place.flatMap(this::at).orElseGet(() -> SensorOwner.of(owner()));
  }

  /**
   * Of a new thing. One that a person makes without naming a farm belongs to the only farm on which
   * he works and may set up devices; otherwise he has to choose one, 422, or none: {@code farmId}
   * is null.
   *
   * @param place GeoJSON text
   */
  public SensorOwner ofThing(JsonNode properties, Optional<String> place) {
    return withField(
        properties,
        place,
        named(properties)
            .or(() -> place.flatMap(this::at))
            .or(() -> properties.path("farmId").isNull() ? Optional.empty() : onlyFarm())
            .orElseGet(() -> SensorOwner.of(owner())));
  }

  /**
   * Of a thing that keeps its farm, if it has one, unless its properties name another.
   *
   * @param place GeoJSON text
   */
  public SensorOwner ofThing(JsonNode properties, Optional<String> place, SensorOwner before) {
    return withField(
        properties,
        place,
        named(properties)
            .or(() -> before.farm().map(farm -> before))
            .or(() -> place.flatMap(this::at))
            .orElseGet(() -> SensorOwner.of(owner())));
  }

  /** With the field of its farm at the place, unless the properties name one. */
  private SensorOwner withField(JsonNode properties, Optional<String> place, SensorOwner owner) {
    if (FIELD_NAMES.stream().anyMatch(properties::hasNonNull)) {
      return owner;
    }
    Optional<UUID> field =
        owner
            .farm()
            .flatMap(farm -> place.flatMap(p -> tx.first(AROUND, farm, p)))
            .map(row -> row.getUUID("field"));
    return new SensorOwner(owner.farm(), field, owner.owner());
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

  /** The farm of the fields at the place; empty unless it is one. */
  private Optional<SensorOwner> at(String place) {
    AccessibleOwners reach = Access.farms(caller, SET_UP);
    Set<UUID> farms = reach.everything() ? Set.of() : WorkedFarms.among(tx, caller, reach.ids());
    if (farms.isEmpty() && !reach.everything()) {
      return Optional.empty();
    }
    UUID @Nullable [] among = reach.everything() ? null : farms.toArray(UUID[]::new);
    List<UUID> found = new ArrayList<>();
    tx.execute(AT, place, among).forEach(row -> found.add(row.getUUID("farm_id")));
    return found.size() == 1
        ? Optional.of(new SensorOwner(Optional.of(found.getFirst()), Optional.empty(), owner()))
        : Optional.empty();
  }
}
