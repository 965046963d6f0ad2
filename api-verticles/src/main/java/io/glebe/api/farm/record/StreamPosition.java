package io.glebe.api.farm.record;

import io.glebe.core.catalogue.EntityType;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.read.ListQuery;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The position of a stream in each of its collections. Its text is the event id: the cursor itself
 * for one collection, {@code fields=cursor;regions=cursor} for several. Confined to the thread of
 * the stream.
 */
final class StreamPosition {
  private static final int MAX_CHARACTERS = 20_000;

  private final Map<EntityType, ListQuery> next = new LinkedHashMap<>();
  private final Map<EntityType, String> cursors = new LinkedHashMap<>();

  private StreamPosition() {}

  /**
   * The position of an event id or of the cursor of a list. A collection without a cursor starts
   * with the query {@code first}.
   */
  static StreamPosition of(List<EntityType> types, ListQuery first, Optional<String> id) {
    StreamPosition position = new StreamPosition();
    Map<String, String> cursors = id.map(text -> parse(types, text)).orElse(Map.of());
    for (EntityType type : types) {
      String cursor = cursors.get(type.path());
      position.next.put(type, cursor == null ? first : first.from(cursor));
      if (cursor != null) {
        position.cursors.put(type, cursor);
      }
    }
    return position;
  }

  private static Map<String, String> parse(List<EntityType> types, String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw Problem.malformedParameter("cursor", "is longer than any event id");
    }
    if (types.size() == 1 && text.indexOf('=') < 0) {
      return Map.of(types.getFirst().path(), text);
    }
    Map<String, String> cursors = new HashMap<>();
    for (String part : text.split(";", 0)) {
      String[] pair = part.split("=", 2);
      if (pair.length != 2) {
        throw Problem.malformedParameter("cursor", "is not an event id of these collections");
      }
      cursors.put(pair[0], pair[1]);
    }
    return cursors;
  }

  List<EntityType> types() {
    return List.copyOf(next.keySet());
  }

  ListQuery next(EntityType type) {
    return Objects.requireNonNull(next.get(type), "only types of the position are asked for");
  }

  void advance(EntityType type, String cursor) {
    next.computeIfPresent(type, (t, query) -> query.from(cursor));
    cursors.put(type, cursor);
  }

  /** The id of the last event. */
  String id() {
    if (next.size() == 1) {
      return cursors.values().iterator().next();
    }
    StringBuilder id = new StringBuilder();
    cursors.forEach(
        (type, cursor) ->
            id.append(id.isEmpty() ? "" : ";").append(type.path()).append('=').append(cursor));
    return id.toString();
  }
}
