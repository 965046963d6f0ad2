package io.glebe.core.feature;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.locationtech.jts.geom.Envelope;

/**
 * Reads the features that the caller may read, in the order of their ids. A walk over all pages
 * returns each feature that is not deleted exactly once, also during concurrent writes. Blocking.
 */
public final class Features {
  /** Features in memory at a time. */
  private static final int BATCH = 500;

  /** Maximum number of records that one page reads; the page then ends early with a cursor. */
  private static final int MAX_SCANNED = 500_000;

  private static final UUID FIRST = new UUID(0, 0);

  private static final String STARTS = time("startsAt", "");
  private static final String ENDS =
      time(
          "endsAt",
          " + case when length(t.doc ->> 'endsAt') = 10 then interval '1 day' else '0' end");

  private final RecordService records;

  public Features(RecordService records) {
    this.records = records;
  }

  /** Time as SQL; a day is a whole day in UTC. */
  private static String time(String attribute, String more) {
    String text = "t.doc ->> '" + attribute + "'";
    return "(case when length("
        + text
        + ") = 10 then ("
        + text
        + ") || 'T00:00:00Z' else "
        + text
        + " end)::timestamptz"
        + more;
  }

  /** Receives one feature after the other. */
  @FunctionalInterface
  public interface Sink {
    void accept(ObjectNode feature) throws java.io.IOException;
  }

  /**
   * A checked query for one page.
   *
   * @param from the id after which the page starts
   * @param filter the compiled condition, if there is one
   */
  public record Walk(Caller caller, FeatureQuery query, UUID from, Optional<FeatureFilter> filter) {
    /** Whether the rows of the database must be checked again. */
    boolean sifted() {
      return query.bbox().isPresent() || filter.filter(f -> !f.exact()).isPresent();
    }

    boolean takes(ObjectNode feature) {
      return (query.bbox().isEmpty() || touches(query.bbox().get(), feature))
          && (filter.isEmpty() || filter.get().matches(feature));
    }
  }

  /** The result of a page. */
  public record Walked(int returned, Optional<String> next) {}

  /** Checks permission, filters and cursor: 403 or 400. */
  public Walk walk(Caller caller, FeatureQuery query) {
    Optional<FeatureFilter> filter =
        query.filter().map(cql -> new FeatureFilter(query.kind(), cql));
    select(caller, query, filter);
    UUID from =
        query
            .cursor()
            .map(text -> RecordSelection.position(records, text, query.binding()))
            .map(UUID::fromString)
            .orElse(FIRST);
    return new Walk(caller, query, from, filter);
  }

  private static RecordSelection select(
      Caller caller, FeatureQuery query, Optional<FeatureFilter> filter) {
    RecordSelection selection =
        RecordSelection.records(caller, query.kind().type()).filtered(query.filters());
    query.bbox().ifPresent(bbox -> within(selection, bbox));
    filter.ifPresent(condition -> condition.add(selection));
    query
        .datetime()
        .ifPresent(
            window -> {
              window
                  .until()
                  .ifPresent(
                      u ->
                          selection.where(
                              unless("startsAt", STARTS + " <= {}::timestamptz"), at(u)));
              window.from().ifPresent(f -> selection.where(unless("endsAt", ends()), at(f)));
            });
    return selection;
  }

  /** An end that is a day reaches up to the next day and excludes it. */
  private static String ends() {
    return ENDS
        + " > {}::timestamptz - case when length(t.doc ->> 'endsAt') = 10 then interval '0' else"
        + " interval '1 microsecond' end";
  }

  private static String unless(String attribute, String condition) {
    return "not t.doc ? '" + attribute + "' or " + condition;
  }

  private static Object at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static void within(RecordSelection selection, BoundingBoxes bbox) {
    selection.then(" and (false");
    for (Envelope box : bbox.boxes()) {
      selection.then(
          " or t.bbox && box(point({}::float8, {}::float8), point({}::float8, {}::float8))",
          box.getMinX(),
          box.getMinY(),
          box.getMaxX(),
          box.getMaxY());
    }
    selection.then(")");
  }

  /** Reads the page, at most the limit of its query. */
  public Walked make(Walk walk, Sink sink) throws java.io.IOException {
    FeatureQuery query = walk.query();
    UUID last = walk.from();
    int returned = 0;
    for (int scanned = 0; ; ) {
      int wanted = walk.sifted() ? BATCH : Math.min(BATCH, query.limit() - returned + 1);
      List<StoredRecord> batch =
          select(walk.caller(), query, walk.filter())
              .where("t.id > {}", last)
              .then(" order by t.id limit {}", wanted)
              .stored(records)
              .await();
      for (StoredRecord record : batch) {
        ObjectNode feature = feature(record);
        if (walk.takes(feature)) {
          if (returned == query.limit()) {
            return new Walked(returned, Optional.of(behind(last, query)));
          }
          sink.accept(feature);
          returned++;
        }
        last = record.id();
      }
      scanned += batch.size();
      if (batch.size() < wanted) {
        return new Walked(returned, Optional.empty());
      }
      if (scanned >= MAX_SCANNED) {
        return new Walked(returned, Optional.of(behind(last, query)));
      }
    }
  }

  private String behind(UUID last, FeatureQuery query) {
    return RecordSelection.cursor(records, last.toString(), query.binding());
  }

  /** The spatial and temporal extent of the features that the caller may read. */
  public Extent extent(Caller caller, FeatureKind kind) {
    RecordSelection selection;
    try {
      selection =
          RecordSelection.values(
              caller,
              kind.type(),
              "min((t.bbox[1])[0])",
              "min((t.bbox[1])[1])",
              "max((t.bbox[0])[0])",
              "max((t.bbox[0])[1])",
              "case when bool_and(t.doc ? 'startsAt') then min(" + STARTS + ") end",
              "case when bool_and(t.doc ? 'endsAt') then max(" + ENDS + ") end");
    } catch (Problem refusal) {
      return Extent.NONE; // the collection is public, its extent is not
    }
    Row row = selection.rows(records).await().getFirst();
    Optional<double[]> box =
        row.getDouble(0) == null
            ? Optional.empty()
            : Optional.of(
                new double[] {
                  row.getDouble(0), row.getDouble(1), row.getDouble(2), row.getDouble(3)
                });
    return new Extent(box, instant(row, 4), instant(row, 5));
  }

  private static Optional<Instant> instant(Row row, int column) {
    return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
  }

  /** The database has compared bounding boxes; this compares the geometry. */
  private static boolean touches(BoundingBoxes bbox, ObjectNode feature) {
    JsonNode geometry = feature.path("geometry");
    return !geometry.isNull() && bbox.touch(GeoJson.toGeometry(geometry));
  }

  /** Reads one feature; 404 and 403 as for the record. */
  public ObjectNode one(Caller caller, FeatureKind kind, UUID id) {
    return feature(records.get(caller, kind.type(), id).await());
  }

  private static ObjectNode feature(StoredRecord record) {
    ObjectNode properties = Json.stored(record.text());
    ObjectNode feature = Json.object().put("type", "Feature").put("id", record.id().toString());
    properties.remove("id");
    JsonNode geometry = properties.remove("geometry");
    if (geometry == null) {
      feature.putNull("geometry");
    } else {
      feature.set("geometry", geometry);
    }
    feature.set("properties", properties);
    return feature;
  }
}
