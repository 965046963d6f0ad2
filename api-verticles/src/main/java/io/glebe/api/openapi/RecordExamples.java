package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.Route;
import io.glebe.api.http.Surface;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.sample.SampleRecords;
import io.glebe.core.json.Json;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.sample.SampleIds;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Examples of records, derived from the catalogue. Those that are stored, replaced and changed
 * refer to each other; those that a POST creates refer to the sample farm.
 */
final class RecordExamples {
  /** The seeds of the published examples; any values are possible. */
  private static final SampleRecords STORED = new SampleRecords(2026);

  private static final SampleRecords NEW = new SampleRecords(2027);
  private static final String CURSOR = "AXjY2BgYGRgYmBmYGFgZWBjYA";
  private static final Pattern COLLECTION = Pattern.compile("/v1/([a-z-]+)/\\{id}");
  private static final Map<String, UUID> OF_SAMPLE =
      Map.of(
          "Organization",
          SampleIds.ORGANIZATION,
          "Farm",
          SampleIds.FARM,
          "Field",
          SampleIds.field(1),
          "Region",
          Uuids.defaultRegion(SampleIds.field(1)));

  private RecordExamples() {}

  /** The id in the path of a record; empty for other routes. */
  static Optional<String> id(Route route, String parameter) {
    Matcher path = COLLECTION.matcher(route.template());
    return route.surface().equals(Surface.FARM) && parameter.equals("id") && path.matches()
        ? Catalogue.standard().types().stream()
            .filter(type -> type.path().equals(path.group(1)))
            .findFirst()
            .map(type -> id(type).toString())
        : Optional.empty();
  }

  /** Callers cannot store alarm events: the example is that of the sample. */
  private static UUID id(EntityType type) {
    return type.name().equals(EntityNames.ALARM_EVENT)
        ? SampleIds.ALARM_EVENT
        : STORED.id(type.name());
  }

  /** A record as it is sent to be stored. */
  static ObjectNode replacement(EntityType type) {
    return STORED.of(type.name());
  }

  /** A record as it is read. */
  static ObjectNode stored(EntityType type) {
    return replacement(type)
        .put(CommonAttributes.CREATED_AT, "2026-03-01T08:00:00.000001Z")
        .put(CommonAttributes.UPDATED_AT, "2026-03-01T08:00:00.000001Z");
  }

  /** A page with one record. */
  static ObjectNode page(EntityType type) {
    ObjectNode page = Json.object();
    page.putArray("items").add(stored(type));
    return page.put("nextCursor", CURSOR).put("hasMore", false);
  }

  /** A new record, which the platform gives an id. */
  static ObjectNode creation(EntityType type) {
    String text = Json.write(NEW.minimal(type.name()));
    for (Map.Entry<String, UUID> known : OF_SAMPLE.entrySet()) {
      text = text.replace(NEW.id(known.getKey()).toString(), known.getValue().toString());
    }
    ObjectNode record = Json.parseObject(text);
    record.remove(CommonAttributes.ID);
    return record;
  }

  /** A change of the first attribute that can change. */
  static ObjectNode patch(EntityType type) {
    ObjectNode record = replacement(type);
    ObjectNode patch = Json.object();
    type.attributes().values().stream()
        .filter(a -> !a.immutable() && !a.readOnly() && record.has(a.name()))
        .map(Attribute::name)
        .findFirst()
        .ifPresent(a -> patch.set(a, record.get(a)));
    return patch;
  }
}
