package io.glebe.core.cube.series;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.memory.JsonMemory;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.access.FieldLimit;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.thread.OffLoop;
import io.glebe.core.time.Period;
import io.glebe.tile.series.SeriesMemory;
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

  /** Records whose texts are not longer are read without a lease, and parsed at once. */
  private static final int SMALL_BYTES = 64 * 1024;

  private static final int POSITION_BYTES = 2 * Double.BYTES;

  private final RecordService records;

  public RecordAreas(RecordService records) {
    this.records = records;
  }

  /** Finds areas for background work, which is limited by its number. */
  public Future<List<DatedArea>> find(Caller caller, SeriesLocation place) {
    return find(caller, place, SeriesMemory.unlimited());
  }

  /**
   * Returns the areas of a location, the preferred one first where two are valid at once; 404 for
   * an unknown id, 403 without access, 422 for a line.
   *
   * @param memory of the series; takes long texts before they are read, each tree while it is
   *     parsed, and the areas
   */
  public Future<List<DatedArea>> find(Caller caller, SeriesLocation place, SeriesMemory memory) {
    return switch (place) {
      case SeriesLocation.Of(var area) -> {
        if (caller.grants().isLimited()) {
          throw Problem.forbidden(
              "a commission allows series of its fields and their regions only");
        }
        yield Future.succeededFuture(List.of(DatedArea.always(area)));
      }
      case SeriesLocation.OfField(var id) -> field(caller, id, memory);
      case SeriesLocation.OfRegion(var id) -> region(caller, id, memory);
    };
  }

  private Future<List<DatedArea>> field(Caller caller, UUID id, SeriesMemory memory) {
    requireData(caller, id);
    return records.get(caller, FIELD, id).compose(current -> redrawn(caller, current, memory));
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

  private Future<List<DatedArea>> redrawn(
      Caller caller, StoredRecord current, SeriesMemory memory) {
    String number = current.attributes().path("fieldNumber").asText("");
    if (number.isEmpty()) {
      return dated(List.of(current), "fieldId", memory);
    }
    RecordSelection others =
        RecordSelection.records(caller, FIELD)
            .where("t.farm_id = {}", current.scope().farm().orElseThrow())
            .where("t.doc ->> 'fieldNumber' = {}", number)
            .where("t.id <> {}", current.id())
            .then(" order by t.doc ->> 'startsAt' desc nulls last limit {}", MAX_RECORDS);
    return others
        .fitting(records, SMALL_BYTES)
        .compose(found -> found.isCut() ? large(others, memory) : Future.succeededFuture(found))
        .compose(
            found -> {
              List<StoredRecord> all = new ArrayList<>(found.records());
              all.removeIf(other -> !mayReadData(caller, other.id()));
              all.addFirst(current);
              return dated(all, "fieldId", memory);
            });
  }

  private Future<RecordSelection.Fitting> large(RecordSelection selection, SeriesMemory memory) {
    long page = records.limits().page();
    memory.take(page);
    return selection
        .whole(records)
        .map(
            found -> {
              memory.take(Math.max(0, found.length() - page));
              return found;
            });
  }

  private Future<List<DatedArea>> region(Caller caller, UUID id, SeriesMemory memory) {
    return records
        .get(caller, REGION, id)
        .compose(
            region -> {
              ObjectNode doc = region.attributes();
              UUID field = UUID.fromString(doc.path("fieldId").asText());
              if (doc.path("isDefault").asBoolean()) {
                return field(caller, field, memory);
              }
              requireData(caller, field);
              return caller.grants().isLimited()
                  ? insideOf(field, region, memory)
                  : dated(List.of(region), "regionId", memory);
            });
  }

  /** The part of a region inside its field: a region may reach beyond, a commission does not. */
  private Future<List<DatedArea>> insideOf(UUID field, StoredRecord region, SeriesMemory memory) {
    return records
        .get(Caller.system(), FIELD, field)
        .compose(
            whole ->
                OffLoop.run(
                    () -> {
                      Shape of = shape(region, memory);
                      Geometry inside =
                          OverlayNGRobust.overlay(
                              of.geometry(),
                              shape(whole, memory).geometry(),
                              OverlayNG.INTERSECTION);
                      return List.of(dated(of.period(), inside, "regionId"));
                    }));
  }

  private static Future<List<DatedArea>> dated(
      List<StoredRecord> records, String parameter, SeriesMemory memory) {
    long length = records.stream().mapToLong(record -> record.doc().length()).sum();
    return length <= SMALL_BYTES
        ? Future.succeededFuture(areas(records, parameter, memory))
        : OffLoop.run(() -> areas(records, parameter, memory));
  }

  private static List<DatedArea> areas(
      List<StoredRecord> records, String parameter, SeriesMemory memory) {
    List<DatedArea> areas = new ArrayList<>();
    for (StoredRecord record : records) {
      Shape shape = shape(record, memory);
      areas.add(dated(shape.period(), shape.geometry(), parameter));
    }
    // where two records overlap, the requested one applies, then the one that started last
    areas.subList(1, areas.size()).sort(Comparator.comparing(DatedArea::from).reversed());
    return areas;
  }

  /** The geometry of a record and the time for which it is valid. */
  private record Shape(Period period, Geometry geometry) {}

  private static Shape shape(StoredRecord record, SeriesMemory memory) {
    long tree = JsonMemory.ofTree(record.doc());
    memory.take(tree);
    try {
      ObjectNode doc = record.attributes();
      Geometry geometry = GeoJson.toGeometry(doc.path("geometry"));
      memory.take((long) POSITION_BYTES * geometry.getNumPoints());
      Period period = Period.of(doc.path("startsAt").asText(""), doc.path("endsAt").asText(""));
      return new Shape(period, geometry);
    } finally {
      memory.giveBack(tree);
    }
  }

  private static DatedArea dated(Period period, Geometry geometry, String parameter) {
    return GeoJsonAreas.of(geometry)
        .map(area -> new DatedArea(period.from(), period.until(), area))
        .orElseThrow(
            () ->
                Problem.invalid(
                    Violation.parameter("area", parameter, "the geometry there has no area")));
  }
}
