package io.glebe.core.feature;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.StoredRecord;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.locationtech.jts.geom.Envelope;

/**
 * Reads features within the caller's reach, in the order of their ids: a walk over all pages sees
 * each feature that stays exactly once, whatever is written meanwhile. Blocking.
 */
public final class Features {
  /** Features in memory at a time. */
  private static final int BATCH = 500;

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

  /** A day counts as a whole day in UTC. */
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

  /** Takes one feature after the other. */
  @FunctionalInterface
  public interface Sink {
    void accept(ObjectNode feature) throws java.io.IOException;
  }

  /**
   * A walk that has been found lawful and may now be made.
   *
   * @param from the id behind which it goes on
   */
  public record Walk(Caller caller, FeatureQuery query, UUID from) {}

  /** What a walk came to. */
  public record Walked(int returned, Optional<String> next) {}

  /** Checks right, filters and cursor: 403 or 400. */
  public Walk walk(Caller caller, FeatureQuery query) {
    select(caller, query);
    UUID from =
        query
            .cursor()
            .map(text -> RecordSelection.position(records, text, query.binding()))
            .map(UUID::fromString)
            .orElse(FIRST);
    return new Walk(caller, query, from);
  }

  private static RecordSelection select(Caller caller, FeatureQuery query) {
    RecordSelection selection =
        RecordSelection.records(caller, query.kind().type()).filtered(query.filters());
    query.bbox().ifPresent(bbox -> within(selection, bbox));
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

  /** A day that ends it reaches up to the next day, which it does not touch. */
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

  /** Makes the walk; at most the limit of its query. */
  public Walked make(Walk walk, Sink sink) throws java.io.IOException {
    FeatureQuery query = walk.query();
    UUID last = walk.from();
    int returned = 0;
    while (true) {
      int wanted = Math.min(BATCH, query.limit() - returned + 1);
      List<StoredRecord> batch =
          select(walk.caller(), query)
              .where("t.id > {}", last)
              .then(" order by t.id limit {}", wanted)
              .stored(records)
              .await();
      for (StoredRecord record : batch) {
        ObjectNode feature = feature(record);
        if (query.bbox().isEmpty() || touches(query.bbox().get(), feature)) {
          if (returned == query.limit()) {
            return new Walked(
                returned,
                Optional.of(RecordSelection.cursor(records, last.toString(), query.binding())));
          }
          sink.accept(feature);
          returned++;
        }
        last = record.id();
      }
      if (batch.size() < wanted) {
        return new Walked(returned, Optional.empty());
      }
    }
  }

  /** The box around a geometry has been compared by the database, here the geometry itself. */
  private static boolean touches(BoundingBoxes bbox, ObjectNode feature) {
    JsonNode geometry = feature.path("geometry");
    return !geometry.isNull() && bbox.touch(GeoJson.toGeometry(geometry));
  }

  /** One feature; 404 and 403 as for the record. */
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
