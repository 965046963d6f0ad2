package io.glebe.api.farm.record;

import io.glebe.api.http.Parameter;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.Filters;
import io.glebe.core.record.read.ListQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The query parameters of lists of records, for the contract. */
public final class ListParameters {
  private ListParameters() {}

  /** The parameters of a list of one entity: its page and its filters. */
  public static Parameter[] of(String entity) {
    return of(Catalogue.standard().get(entity));
  }

  /** The same without the filters that the path already states. */
  public static Parameter[] without(String entity, String... stated) {
    List<String> left = List.of(stated);
    return Arrays.stream(of(entity))
        .filter(parameter -> !left.contains(parameter.name()))
        .toArray(Parameter[]::new);
  }

  static Parameter[] of(EntityType type) {
    List<Parameter> parameters = new ArrayList<>(List.of(page()));
    parameters.add(
        Parameter.query(
            "updatedAfter", "start behind this time, instead of a cursor", Schemas.time()));
    for (Filters.Filter filter : Filters.of(type.name()).values()) {
      parameters.add(Parameter.query(filter.name(), filter.description(), filter.schema()));
    }
    return parameters.toArray(Parameter[]::new);
  }

  /** The parameters that select a page of a list. */
  public static Parameter[] page() {
    return new Parameter[] {
      Parameter.query(
          "limit",
          "most records of the page",
          Schemas.integer(1, ListQuery.MAX_LIMIT).put("default", ListQuery.DEFAULT_LIMIT)),
      Parameter.query("cursor", "nextCursor of the page before", QuerySchemas.cursor())
    };
  }
}
