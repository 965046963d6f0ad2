package io.glebe.core.cube.item;

import io.glebe.core.config.Nearest;
import io.glebe.core.cql.CqlNames;
import io.glebe.core.database.Transaction;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The properties that features of a collection have. They differ from feature to feature, so a name
 * is unknown when no feature has it.
 *
 * @param most maximum number of features that are examined; a name may be known beyond them
 */
record KnownProperties(Transaction tx, String collection, int most) {
  /** Names sampled for the hint of a refusal. */
  private static final int SAMPLED = 1_000;

  /** Names that have a meaning for every feature. */
  private static final Set<String> OF_ALL =
      Set.of("id", "datetime", "start_datetime", "end_datetime", "geometry", "geom");

  /** Parameters of requests in which every other name is that of a property. */
  private static final List<String> PARAMETERS =
      List.of("datetime", "filter", "filter-lang", "layers", "tilesize");

  /** Refuses with 400 a query that names a property that no feature has. */
  void require(FeatureQuery query) {
    require("filter", query.filter().map(CqlNames::of).orElse(Set.of()));
    query.values().keySet().forEach(this::requireValue);
    require("sortby", query.sort().stream().map(FeatureQuery.SortKey::property).toList());
    require("facetby", query.facets());
    require("properties", query.shown());
  }

  private void require(String parameter, Collection<String> names) {
    require(parameter, names, List.of());
  }

  /** A parameter with any other name is a property; its name may be that of one, misspelt. */
  private void requireValue(String name) {
    require(name, List.of(name), PARAMETERS);
  }

  private void require(String parameter, Collection<String> names, List<String> parameters) {
    for (String name : names) {
      if (!OF_ALL.contains(name) && !exists(name)) {
        List<String> known = names();
        List<String> near = new ArrayList<>(known);
        near.addAll(parameters);
        String hint =
            Nearest.close(name, near)
                .map(meant -> "; did you mean " + meant + "?")
                .orElse(known.isEmpty() ? "" : "; there are " + String.join(", ", known));
        throw Problem.malformedParameter(parameter, "no feature has a property " + name + hint);
      }
    }
  }

  private boolean exists(String name) {
    return tx.first(
            """
            SELECT EXISTS (SELECT 1
              FROM (SELECT properties FROM cube_item
                WHERE collection_id = $1 ORDER BY seq LIMIT $3) AS first
              WHERE jsonb_exists(properties, $2))
            """,
            collection,
            name,
            (long) most)
        .orElseThrow()
        .getBoolean(0);
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    tx.execute(
            """
            SELECT DISTINCT key
            FROM (SELECT properties FROM cube_item WHERE collection_id = $1
                ORDER BY seq LIMIT $2) AS first,
              jsonb_object_keys(properties) AS key
            ORDER BY key
            """,
            collection,
            (long) SAMPLED)
        .forEach(row -> names.add(row.getString(0)));
    return names;
  }
}
