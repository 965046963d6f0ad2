package io.glebe.core.feature;

import io.glebe.core.cql.Cql;
import io.glebe.core.cql.CqlEvaluator;
import io.glebe.core.cql.CqlSql;
import io.glebe.core.record.RecordSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A CQL2 filter over records: a condition in SQL and, if that is not exact, an evaluation of the
 * rows it returns. For one thread.
 */
final class FeatureFilter {
  /** A record as a row of the compiled condition. */
  private static final String ROW =
      " and exists (select from (select t.id::text as id, t.doc || jsonb_build_object('originType',"
          + " t.origin_type) as properties, (t.bbox[1])[0] as west, (t.bbox[1])[1] as south,"
          + " (t.bbox[0])[0] as east, (t.bbox[0])[1] as north) as feature where ";

  private static final Pattern PLACE = Pattern.compile("\\$([0-9]+)");

  private final String condition;
  private final Object[] values;
  private final Optional<CqlEvaluator> evaluator;

  /** Compiles the filter; 400 if it names a property that the kind does not have. */
  FeatureFilter(FeatureKind kind, Cql filter) {
    Queryables.check(kind, filter);
    CqlEvaluator lastWord = new CqlEvaluator(filter);
    List<Object> parameters = new ArrayList<>();
    CqlSql.Condition compiled = new CqlSql(parameters).compile(filter);
    List<Object> inOrder = new ArrayList<>();
    Matcher places = PLACE.matcher(compiled.sql()); // names and values are bound: no other $
    condition =
        places.replaceAll(
            place -> {
              inOrder.add(parameters.get(Integer.parseInt(place.group(1)) - 1));
              return "{}";
            });
    values = inOrder.toArray();
    evaluator = compiled.exact() ? Optional.empty() : Optional.of(lastWord);
  }

  /** Whether the SQL condition is exact. */
  boolean exact() {
    return evaluator.isEmpty();
  }

  void add(RecordSelection selection) {
    selection.then(ROW + condition + ")", values);
  }

  boolean matches(RecordFeature feature) {
    return evaluator.isEmpty() || evaluator.get().matches(feature);
  }
}
