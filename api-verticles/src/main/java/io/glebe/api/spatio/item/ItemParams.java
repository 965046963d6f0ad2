package io.glebe.api.spatio.item;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Params;
import io.glebe.api.ogc.SpatialFilter;
import io.glebe.core.cube.item.ItemQuery;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The parameters of a list of features. */
public final class ItemParams {
  static final Set<String> KNOWN =
      Set.of(
          "bbox",
          "bbox-crs",
          "datetime",
          "filter",
          "filter-lang",
          "filter-crs",
          "sortby",
          "facetby",
          "limit",
          "next",
          "properties",
          "crs",
          "f");

  public static final int MAX_LIMIT = 10_000;
  public static final int DEFAULT_LIMIT = 10;
  private static final int MAX_SORT = 4;
  private static final int MAX_FACETS = 5;
  private static final int MAX_NAME = 200;
  private static final int MAX_CURSOR = 20_000;

  private ItemParams() {}

  static ItemQuery parse(ApiRequest request) {
    Params params = request.params();
    params.refuseUnknown(KNOWN);
    Optional<String> next = params.text("next");
    if (next.map(String::length).orElse(0) > MAX_CURSOR) {
      throw Problem.malformedParameter("next", "is no cursor of this list and order");
    }
    return new ItemQuery(
        SpatialFilter.of(params),
        params.text("datetime").map(text -> Datetime.parse(text).interval()),
        sort(params),
        names(params, "facetby", MAX_FACETS),
        params.integer("limit", DEFAULT_LIMIT, 1, MAX_LIMIT),
        next);
  }

  /** The properties to show; without the parameter all are shown. */
  static Optional<List<String>> shown(ApiRequest request) {
    return request.params().has("properties")
        ? Optional.of(request.params().list("properties", 500))
        : Optional.empty();
  }

  private static List<ItemQuery.SortKey> sort(Params params) {
    List<ItemQuery.SortKey> keys = new ArrayList<>();
    for (String text : names(params, "sortby", MAX_SORT)) {
      char sign = text.charAt(0);
      // a plus sign is decoded as a blank, which the list parser strips
      String name = sign == '+' || sign == '-' ? text.substring(1) : text;
      if (name.isEmpty()) {
        throw Problem.malformedParameter("sortby", "names a property behind + or -");
      }
      keys.add(new ItemQuery.SortKey(name, sign == '-'));
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
