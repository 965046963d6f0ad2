package io.glebe.core.sensor.read;

import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.sensor.model.LocationGeometry;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.query.Expr;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.sql.GeoTest;
import io.glebe.core.sensor.sql.ODataFilterSql;
import io.glebe.core.sensor.sql.SensorAccessFilter;
import io.glebe.core.sensor.sql.SqlText;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Evaluates the spatial tests of a query: the database returns candidates by their boxes, and the
 * exact test runs on a virtual thread. The result is the ids that passed each test.
 */
final class SpatialTests {
  /** Maximum number of geometries that one test examines. */
  static final int MAX_CANDIDATES = 20_000;

  private static final int MAX_TESTS = 10;

  private record Wanted(Expr expr, GeoTest test, SensorEntityType type, String option) {}

  private final Database database;
  private final SensorAccessFilter access;

  SpatialTests(Database database, SensorAccessFilter access) {
    this.database = database;
    this.access = access;
  }

  Future<Map<Expr, Long[]>> of(SensorEntityType type, QueryOptions options) {
    List<Wanted> wanted = new ArrayList<>();
    collect(type, options, wanted);
    if (wanted.size() > MAX_TESTS) {
      throw Problem.malformed("a query may have at most " + MAX_TESTS + " spatial conditions");
    }
    IdentityHashMap<Expr, Long[]> passed = new IdentityHashMap<>();
    Future<Void> all = Future.succeededFuture();
    for (Wanted one : wanted) {
      all = all.compose(done -> make(one)).map(ids -> put(passed, one, ids));
    }
    return all.map(passed);
  }

  private static Void put(Map<Expr, Long[]> passed, Wanted one, Long[] ids) {
    passed.put(one.expr(), ids);
    return null;
  }

  private static void collect(SensorEntityType type, QueryOptions options, List<Wanted> wanted) {
    options.filter().ifPresent(filter -> collect(filter, type, "$filter", wanted));
    options.order().forEach(order -> collect(order.key(), type, "$orderby", wanted));
    for (QueryOptions.Expand expand : options.expand()) {
      type.relation(expand.name())
          .ifPresent(r -> collect(SensorModel.target(r), expand.options(), wanted));
    }
  }

  private static void collect(
      Expr expr, SensorEntityType type, String option, List<Wanted> wanted) {
    var test = GeoTest.of(expr);
    if (test.isPresent()) {
      wanted.add(new Wanted(expr, test.get(), type, option));
      return;
    }
    switch (expr) {
      case Expr.Binary b -> {
        collect(b.left(), type, option, wanted);
        collect(b.right(), type, option, wanted);
      }
      case Expr.Not n -> collect(n.operand(), type, option, wanted);
      case Expr.Negative n -> collect(n.operand(), type, option, wanted);
      case Expr.Call c -> c.arguments().forEach(x -> collect(x, type, option, wanted));
      case Expr.In in -> {
        collect(in.left(), type, option, wanted);
        in.choices().forEach(x -> collect(x, type, option, wanted));
      }
      default -> {
        // nothing inside
      }
    }
  }

  private Future<Long[]> make(Wanted wanted) {
    GeoTest.Target target = ODataFilterSql.target(wanted.test(), wanted.type(), wanted.option());
    SqlText text = new SqlText();
    String near =
        wanted
            .test()
            .near()
            .map(Geometry::getEnvelopeInternal)
            .map(box -> " and a.bbox && " + box(box, text))
            .orElse("");
    String sql =
        """
        select a.id, a.%s::text as g
        from %s a
        where a.bbox is not null and %s %s
        limit %d
        """
            .formatted(
                target.column(),
                target.type().table(),
                access.of(target.type(), "a", text),
                near,
                MAX_CANDIDATES + 1);
    return database
        .query(sql, text.tuple())
        .compose(rows -> OffLoop.run(() -> passing(rows, wanted.test())));
  }

  static String box(Envelope box, SqlText text) {
    return "box(point(%s, %s), point(%s, %s))"
        .formatted(
            text.bind(box.getMaxX(), "float8"),
            text.bind(box.getMaxY(), "float8"),
            text.bind(box.getMinX(), "float8"),
            text.bind(box.getMinY(), "float8"));
  }

  private static Long[] passing(RowSet<Row> rows, GeoTest test) {
    if (rows.size() > MAX_CANDIDATES) {
      throw Problem.of(
          ProblemType.OVER_BUDGET,
          "more than " + MAX_CANDIDATES + " geometries would have to be looked at");
    }
    List<Long> ids = new ArrayList<>();
    for (Row row : rows) {
      Geometry geometry = LocationGeometry.geometry(Json.stored(row.getString("g"))).orElseThrow();
      if (test.test().test(geometry)) {
        ids.add(row.getLong("id"));
      }
    }
    return ids.toArray(Long[]::new);
  }
}
