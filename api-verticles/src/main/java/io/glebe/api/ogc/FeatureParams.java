package io.glebe.api.ogc;

import io.glebe.api.http.Params;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.core.cql.BoundedCql;
import io.glebe.core.ogc.FeatureDescription;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.PageRequest;
import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The parameters of a list of features. */
final class FeatureParams {
  private static final int MAX_NAME = 200;

  private FeatureParams() {}

  /** Parses the parameters; 400 for an invalid value and for an unknown parameter. */
  static FeatureQuery parse(
      Params params, FeatureProfile profile, FeatureDescription description, BoundedCql filters) {
    Set<String> own = profile.parameters();
    Set<String> known = new HashSet<>(own);
    known.addAll(description.parameters());
    params.refuseUnknown(known);
    Map<String, String> values = new HashMap<>();
    for (String name : params.names()) {
      if (!own.contains(name)) {
        values.put(name, params.required(name));
      }
    }
    return new FeatureQuery(
        SpatialFilter.bboxInCrs(params),
        params.text("datetime").map(profile.datetime()),
        SpatialFilter.filterInCrs(params, filters),
        values,
        sort(params),
        names(params, "facetby", FeatureParameters.MAX_FACETS),
        own.contains("properties") ? FeatureJson.shown(params) : List.of(),
        page(params, profile.cursor()));
  }

  private static PageRequest page(Params params, String cursor) {
    Optional<String> position = params.text(cursor);
    if (position.map(String::length).orElse(0) > QuerySchemas.MAX_CURSOR) {
      throw Problem.malformedParameter(cursor, "is no cursor of this list and order");
    }
    int limit = params.limit("limit", PageRequest.DEFAULT_LIMIT, PageRequest.MAX_LIMIT);
    return new PageRequest(limit, position);
  }

  private static List<FeatureQuery.SortKey> sort(Params params) {
    List<FeatureQuery.SortKey> keys = new ArrayList<>();
    for (String text : names(params, "sortby", FeatureParameters.MAX_SORT)) {
      char sign = text.charAt(0);
      // a plus sign is decoded as a blank, which the list parser strips
      String name = sign == '+' || sign == '-' ? text.substring(1) : text;
      if (name.isEmpty()) {
        throw Problem.malformedParameter("sortby", "names a property behind + or -");
      }
      keys.add(new FeatureQuery.SortKey(name, sign == '-'));
    }
    return keys;
  }

  private static List<String> names(Params params, String parameter, int most) {
    List<String> names = params.list(parameter, most);
    if (names.stream().anyMatch(name -> name.length() > MAX_NAME)) {
      throw Problem.malformedParameter(parameter, "a name has at most 200 characters");
    }
    return names;
  }
}
