package io.glebe.core.stac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.LongNode;
import io.glebe.core.config.Nearest;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The order of a search. Ties are sorted by collection and id; items without a value come last. */
public record StacOrder(List<Term> terms) {
  /** By collection and id, ascending; needs no sorting. */
  public static final StacOrder NATURAL = new StacOrder(List.of());

  /** Maximum number of terms of an order. */
  public static final int MAX_TERMS = 4;

  private static final String PROPERTIES = "properties.";

  private static final Map<String, Function<StacItem, JsonNode>> VALUES =
      Map.of(
          "id", item -> item.property("id"),
          "collection", item -> item.property("collection"),
          "title", item -> item.property("title"),
          "proj:epsg", item -> item.property("proj:epsg"),
          "glebe:features", item -> item.property("glebe:features"),
          "datetime", item -> millis(item.first()),
          "start_datetime", item -> millis(item.first()),
          "end_datetime", item -> millis(item.last()),
          "created", item -> millis(item.source().row().createdAt()),
          "updated", item -> millis(item.updatedAt()));

  /** Returns the names of the attributes that an order may have, sorted. */
  public static Set<String> fields() {
    return new TreeSet<>(VALUES.keySet());
  }

  /**
   * One attribute of the order.
   *
   * @param field {@code id}, {@code collection}, or the name of a property
   */
  public record Term(String field, boolean descending) {
    Function<StacItem, JsonNode> value() {
      return Objects.requireNonNull(VALUES.get(field), field);
    }

    /**
     * Parses a name with or without the prefix {@code properties.}.
     *
     * @throws IllegalArgumentException with the nearest or all sortable names, for any other name
     */
    public static Term of(String name, boolean descending) {
      String field = name.startsWith(PROPERTIES) ? name.substring(PROPERTIES.length()) : name;
      if (!VALUES.containsKey(field)) {
        throw new IllegalArgumentException(
            Nearest.close(field, fields())
                .map(near -> "has no " + field + "; did you mean " + near + "?")
                .orElse("names one of " + String.join(", ", fields())));
      }
      return new Term(field, descending);
    }
  }

  public StacOrder {
    terms = List.copyOf(terms);
  }

  boolean natural() {
    return terms.isEmpty();
  }

  private static JsonNode millis(Instant instant) {
    return LongNode.valueOf(instant.toEpochMilli());
  }

  /** Returns the position of an item: the values of the terms, then collection and id. */
  ArrayNode place(StacItem item) {
    ArrayNode place = Json.array();
    terms.forEach(term -> place.add(term.value().apply(item)));
    return place.add(item.source().row().id()).add(item.id());
  }

  /** Compares positions. */
  Comparator<JsonNode> places() {
    return (one, other) -> {
      for (int i = 0; i < one.size(); i++) {
        boolean descending = i < terms.size() && terms.get(i).descending;
        int order = compare(one.get(i), other.get(i), descending);
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }

  private static int compare(JsonNode one, JsonNode other, boolean descending) {
    boolean absent = !one.isValueNode() || one.isNull();
    boolean absentToo = !other.isValueNode() || other.isNull();
    if (absent || absentToo) {
      return Boolean.compare(absent, absentToo);
    }
    int order =
        one.isNumber() && other.isNumber()
            ? Double.compare(one.doubleValue(), other.doubleValue())
            : one.asText().compareTo(other.asText());
    return descending ? -order : order;
  }

  /** Returns the cursor of the page after an item. */
  String cursor(ArrayNode place) {
    byte[] bytes = Json.bytes(Json.array().add(text()).addAll(place));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Returns the position after which a page begins; 400 for an invalid cursor of this order. */
  JsonNode behind(String cursor) {
    Optional<ArrayNode> found;
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(cursor);
      found = Optional.of((ArrayNode) Json.parse(new String(bytes, StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException | ClassCastException | Problem e) {
      found = Optional.empty();
    }
    ArrayNode place =
        found
            .filter(array -> array.size() == terms.size() + 3)
            .filter(array -> array.get(0).asText().equals(text()))
            .orElseThrow(
                () -> Problem.malformedParameter("next", "is no cursor of this list and order"));
    place.remove(0);
    return place;
  }

  private String text() {
    return terms.stream()
        .map(term -> (term.descending ? "-" : "+") + term.field)
        .collect(Collectors.joining(","));
  }
}
