package io.glebe.api.farm.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.Parameter;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.Filters;
import io.glebe.core.json.Json;
import io.glebe.core.record.read.ListQuery;
import java.util.ArrayList;
import java.util.List;

/** The query parameters of lists of records, for the contract. */
public final class ListParameters {
  private ListParameters() {}

  /** The parameters of a list of one entity: its page and its filters. */
  public static Parameter[] of(String entity) {
    return of(Catalogue.standard().get(entity));
  }

  static Parameter[] of(EntityType type) {
    List<Parameter> parameters = new ArrayList<>(List.of(page()));
    parameters.add(
        Parameter.query(
            "updatedAfter",
            "start behind this time, instead of a cursor",
            Json.object().put("type", "string").put("format", "date-time")));
    for (Filters.Filter filter : Filters.of(type.name()).values()) {
      ObjectNode schema = Json.object().put("type", "string");
      if (!filter.values().isEmpty()) {
        var values = schema.putArray("enum");
        filter.values().forEach(values::add);
      }
      parameters.add(Parameter.query(filter.name(), "only records with this value", schema));
    }
    return parameters.toArray(Parameter[]::new);
  }

  /** The parameters that select a page of a list. */
  public static Parameter[] page() {
    ObjectNode limit = Json.object().put("type", "integer").put("minimum", 1);
    limit.put("maximum", ListQuery.MAX_LIMIT).put("default", ListQuery.DEFAULT_LIMIT);
    return new Parameter[] {
      Parameter.query("limit", "most records of the page", limit),
      Parameter.query("cursor", "nextCursor of the page before")
    };
  }
}
