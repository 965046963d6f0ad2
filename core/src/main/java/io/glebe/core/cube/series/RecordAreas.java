package io.glebe.core.cube.series;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.access.FieldLimit;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.thread.OffLoop;
import io.glebe.core.time.Period;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.operation.overlayng.OverlayNG;
import org.locationtech.jts.operation.overlayng.OverlayNGRobust;

/**
 * Finds the shapes of a field or region over time, as far as the caller may read them. A field with
 * a new boundary for a new season is a new record of the same farm and field number; these records
 * together are one field, and each is valid from its startsAt to its endsAt. A default region
 * follows its field; any other region is one record.
 */
public final class RecordAreas {
  private static final EntityType FIELD = Catalogue.standard().get("Field");
  private static final EntityType REGION = Catalogue.standard().get("Region");

  private static final Permission READ_DATA = Permission.read("data");

  /** Maximum number of records of one field that are examined. */
  private static final int MAX_RECORDS = 200;

  private final RecordService records;

  public RecordAreas(RecordService records) {
    this.records = records;
  }

  /**
   * Returns the areas of a location, the preferred one first where two are valid at once; 404 for
   * an unknown id, 403 without access, 422 for a line.
   */
  public Future<List<DatedArea>> find(Caller caller, SeriesLocation place) {
    return switch (place) {
      case SeriesLocation.Of(var area) -> {
        if (caller.grants().isLimited()) {
          throw Problem.forbidden(
              "a commission allows series of its fields and their regions only");
        }
        yield Future.succeededFuture(List.of(DatedArea.always(area)));
      }
      case SeriesLocation.OfField(var id) -> field(caller, id);
      case SeriesLocation.OfRegion(var id) -> region(caller, id);
    };
  }

  private Future<List<DatedArea>> field(Caller caller, UUID id) {
    requireData(caller, id);
    return records.get(caller, FIELD, id).compose(current -> redrawn(caller, current));
  }

  /** The right to read a field does not give its data; a commission grants each for its fields. */
  private static void requireData(Caller caller, UUID field) {
    if (!mayReadData(caller, field)) {
      throw FieldLimit.refusal(READ_DATA);
    }
  }

  private static boolean mayReadData(Caller caller, UUID field) {
    return FieldLimit.of(caller, READ_DATA)
        .map(limit -> limit.fields().contains(field))
        .orElse(true);
  }

  private Future<List<DatedArea>> redrawn(Caller caller, StoredRecord current) {
    String number = current.attributes().path("fieldNumber").asText("");
    if (number.isEmpty()) {
      return Future.succeededFuture(dated(List.of(current), "fieldId"));
    }
    return RecordSelection.records(caller, FIELD)
        .where("t.farm_id = {}", current.scope().farm().orElseThrow())
        .where("t.doc ->> 'fieldNumber' = {}", number)
        .where("t.id <> {}", current.id())
        .then(" order by t.doc ->> 'startsAt' desc nulls last limit {}", MAX_RECORDS)
        .stored(records)
        .map(
            others -> {
              List<StoredRecord> all = new ArrayList<>(others);
              all.removeIf(other -> !mayReadData(caller, other.id()));
              all.addFirst(current);
              return dated(all, "fieldId");
            });
  }

  private Future<List<DatedArea>> region(Caller caller, UUID id) {
    return records
        .get(caller, REGION, id)
        .compose(
            region -> {
              ObjectNode doc = region.attributes();
              UUID field = UUID.fromString(doc.path("fieldId").asText());
              if (doc.path("isDefault").asBoolean()) {
                return field(caller, field);
              }
              requireData(caller, field);
              return caller.grants().isLimited()
                  ? insideOf(field, region)
                  : Future.succeededFuture(dated(List.of(region), "regionId"));
            });
  }

  /** The part of a region inside its field: a region may reach beyond, a commission does not. */
  private Future<List<DatedArea>> insideOf(UUID field, StoredRecord region) {
    return records
        .get(Caller.system(), FIELD, field)
        .compose(
            whole ->
                OffLoop.run(
                    () -> {
                      Geometry inside =
                          OverlayNGRobust.overlay(
                              geometry(region), geometry(whole), OverlayNG.INTERSECTION);
                      return List.of(dated(region, inside, "regionId"));
                    }));
  }

  private static Geometry geometry(StoredRecord record) {
    return GeoJson.toGeometry(record.attributes().path("geometry"));
  }

  private static List<DatedArea> dated(List<StoredRecord> records, String parameter) {
    List<DatedArea> areas =
        new ArrayList<>(records.stream().map(r -> dated(r, parameter)).toList());
    // where two records overlap, the requested one applies, then the one that started last
    areas.subList(1, areas.size()).sort(Comparator.comparing(DatedArea::from).reversed());
    return areas;
  }

  private static DatedArea dated(StoredRecord record, String parameter) {
    return dated(record, geometry(record), parameter);
  }

  private static DatedArea dated(StoredRecord record, Geometry geometry, String parameter) {
    ObjectNode doc = record.attributes();
    Period period = Period.of(doc.path("startsAt").asText(""), doc.path("endsAt").asText(""));
    return GeoJsonAreas.of(geometry)
        .map(area -> new DatedArea(period.from(), period.until(), area))
        .orElseThrow(
            () ->
                Problem.invalid(
                    Violation.parameter("area", parameter, "the geometry there has no area")));
  }
}
