package io.glebe.api.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.Cql2Text;
import io.glebe.core.cql.CqlEvaluator;
import io.glebe.core.cql.CqlJson;
import io.glebe.core.cql.CqlRow;
import io.glebe.core.cql.CqlSql;
import io.glebe.core.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Filters in CQL2 text and JSON. One that is accepted is compiled to SQL, whose parameters must all
 * be bound and used, and evaluated for a feature.
 */
public final class CqlTargets {
  private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");

  private static final ObjectNode PROPERTIES =
      Json.parseObject(
          """
          {"area": 2.5, "crop": "Winter wheat", "irrigated": true, "rows": 7, "note": null,
           "sown": "2026-03-10", "seen": "2026-05-01T10:00:00Z", "tags": ["a"]}
          """);

  private static final Geometry POINT = new GeometryFactory().createPoint(new Coordinate(15, 46));

  private static final CqlRow ROW =
      new CqlRow() {
        @Override
        public JsonNode property(String name) {
          return PROPERTIES.path(name);
        }

        @Override
        public Optional<Geometry> geometry() {
          return Optional.of(POINT);
        }

        @Override
        public Optional<Instant> from() {
          return Optional.of(Instant.EPOCH);
        }

        @Override
        public Optional<Instant> to() {
          return Optional.empty();
        }
      };

  private CqlTargets() {}

  public static void text(String text) {
    use(Cql2Text.parse(text));
  }

  public static void json(String text) {
    use(CqlJson.parse(text));
  }

  private static void use(Cql filter) {
    CqlEvaluator evaluator = new CqlEvaluator(filter);
    List<Object> bound = new ArrayList<>();
    String sql = new CqlSql(bound).compile(filter).sql();
    Matcher parameter = PARAMETER.matcher(sql);
    long used =
        parameter.results().map(found -> Integer.parseInt(found.group(1))).distinct().count();
    if (used != bound.size()) {
      throw new IllegalStateException(used + " of " + bound.size() + " parameters in " + sql);
    }
    evaluator.matches(ROW);
  }
}
