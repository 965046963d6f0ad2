package io.glebe.core.sensor.read;

import io.glebe.core.database.RequestReads;
import io.glebe.core.json.Json;
import io.glebe.core.memory.ReadMemory;
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
import java.util.HashMap;
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

  private record Wanted(Expr expr, GeoTest test, Names names) {}

  /**
   * The types at which paths of an option begin.
   *
   * @param variables types of the variables of {@code any} and {@code all}
   */
  private record Names(
      SensorEntityType type, Map<String, SensorEntityType> variables, String option) {
    Names(SensorEntityType type, String option) {
      this(type, Map.of(), option);
    }

    GeoTest.Target target(GeoTest test) {
      return ODataFilterSql.target(test, type, variables, option);
    }

    /** In the condition of a lambda; the statement refuses a path that leads nowhere. */
    Names inside(Expr.Lambda lambda) {
      List<String> path = lambda.collection().names();
      SensorEntityType at = variables.getOrDefault(path.getFirst(), type);
      for (String name : path) {
        at = at.relation(name).map(SensorModel::target).orElse(at);
      }
      Map<String, SensorEntityType> more = new HashMap<>(variables);
      more.put(lambda.variable(), at);
      return new Names(type, more, option);
    }
  }

  private final RequestReads reads;
  private final SensorQueries.Query query;
  private final SensorAccessFilter access;
  private final long bytes;

  /**
   * @param bytes most bytes of the text of the geometries that one test examines
   */
  SpatialTests(
      RequestReads reads, SensorQueries.Query query, SensorAccessFilter access, long bytes) {
    this.reads = reads;
    this.query = query;
    this.access = access;
    this.bytes = bytes;
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
    options.filter().ifPresent(filter -> collect(filter, new Names(type, "$filter"), wanted));
    options.order().forEach(order -> collect(order.key(), new Names(type, "$orderby"), wanted));
    for (QueryOptions.Expand expand : options.expand()) {
      type.relation(expand.name())
          .ifPresent(r -> collect(SensorModel.target(r), expand.options(), wanted));
    }
  }

  private static void collect(Expr expr, Names names, List<Wanted> wanted) {
    var test = GeoTest.of(expr);
    if (test.isPresent()) {
      wanted.add(new Wanted(expr, test.get(), names));
      return;
    }
    switch (expr) {
      case Expr.Binary b -> {
        collect(b.left(), names, wanted);
        collect(b.right(), names, wanted);
      }
      case Expr.Not n -> collect(n.operand(), names, wanted);
      case Expr.Negative n -> collect(n.operand(), names, wanted);
      case Expr.Call c -> c.arguments().forEach(x -> collect(x, names, wanted));
      case Expr.Lambda l -> l.condition().ifPresent(x -> collect(x, names.inside(l), wanted));
      case Expr.In in -> {
        collect(in.left(), names, wanted);
        in.choices().forEach(x -> collect(x, names, wanted));
      }
      default -> {
        // nothing inside
      }
    }
  }

  private Future<Long[]> make(Wanted wanted) {
    GeoTest.Target target = wanted.names().target(wanted.test());
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
        select q.id, case when q.b <= %d then q.g end as g
        from (
          select p.*, sum(octet_length(p.g)) over (rows unbounded preceding) as b
          from (
            select a.id, a.%s::text as g
            from %s a
            where a.bbox is not null and %s %s
            limit %d) p) q
        """
            .formatted(
                bytes,
                target.column(),
                target.type().table(),
                access.of(target.type(), "a", text),
                near,
                MAX_CANDIDATES + 1);
    ReadMemory memory = new ReadMemory(query.resources().memory());
    Candidates candidates = new Candidates(memory);
    return reads
        .pieces(
            query.caller().subjectId(),
            query.resources().departure(),
            sql,
            text.tuple(),
            candidates)
        .compose(read -> OffLoop.run(() -> candidates.passing(wanted.test())))
        .onComplete(done -> memory.release());
  }

  static String box(Envelope box, SqlText text) {
    return "box(point(%s, %s), point(%s, %s))"
        .formatted(
            text.bind(box.getMaxX(), "float8"),
            text.bind(box.getMaxY(), "float8"),
            text.bind(box.getMinX(), "float8"),
            text.bind(box.getMinY(), "float8"));
  }

  /** The geometries that one test examines, as text. */
  private static final class Candidates implements RequestReads.Receiver {
    private static final int ROWS = 512;
    private static final int CANDIDATE_BYTES = 256;

    private record Candidate(long id, String geometry) {}

    private final ReadMemory memory;
    private final List<Candidate> all = new ArrayList<>();
    private long held;

    Candidates(ReadMemory memory) {
      this.memory = memory;
    }

    @Override
    public int next() {
      memory.expect(2L * ROWS * CANDIDATE_BYTES);
      return ROWS;
    }

    @Override
    public boolean take(RowSet<Row> rows) {
      for (Row row : rows) {
        String geometry = row.getString(1);
        if (geometry == null || all.size() == MAX_CANDIDATES) {
          throw Problem.of(
              ProblemType.OVER_BUDGET,
              "more than " + MAX_CANDIDATES + " geometries, or too large ones, would be examined");
        }
        all.add(new Candidate(row.getLong(0), geometry));
        held += CANDIDATE_BYTES + geometry.length();
      }
      memory.hold(held);
      return true;
    }

    Long[] passing(GeoTest test) {
      List<Long> ids = new ArrayList<>();
      for (Candidate candidate : all) {
        Geometry geometry =
            LocationGeometry.geometry(Json.stored(candidate.geometry())).orElseThrow();
        if (test.test().test(geometry)) {
          ids.add(candidate.id());
        }
      }
      return ids.toArray(Long[]::new);
    }
  }
}
