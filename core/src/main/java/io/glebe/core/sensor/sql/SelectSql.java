package io.glebe.core.sensor.sql;

import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.query.Expr;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.ResourcePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Builds the single statement of a read: rows contain finished JSON text in column {@code j},
 * including all expansions, and the values of the sort keys in column {@code k}. Both are null in
 * rows beyond the bytes of a page. Expanded lists share half of these bytes, so that they end early
 * with a link to their next page.
 */
public final class SelectSql {
  /** Maximum number of entities on a page. */
  public static final int MAX_TOP = 10_000;

  /** Default number of entities on a page. */
  public static final int DEFAULT_TOP = 100;

  /**
   * Maximum number of entities in one answer, including expanded ones, according to the options.
   */
  static final long MAX_CELLS = 200_000;

  /** Counts are exact up to this number. */
  public static final int MAX_COUNT = 1_000_000;

  private static final Set<String> OF_ONE = Set.of("$select", "$expand", "$count", "$top", "$skip");

  private final SqlText text = new SqlText();
  private final SensorAccessFilter access;
  private final Map<Expr, Long[]> passed;
  private final String base;
  private final long bytes;

  /**
   * @param base URL of the service without a trailing slash
   * @param passed ids that passed each spatial test
   * @param bytes most bytes of text that the rows have together
   */
  public SelectSql(String base, SensorAccessFilter access, Map<Expr, Long[]> passed, long bytes) {
    this.access = access;
    this.passed = passed;
    this.base = base;
    this.bytes = bytes;
  }

  /** Builds statements that find ids and have no text. */
  public static SelectSql ofIds(SensorAccessFilter access) {
    return new SelectSql("", access, Map.of(), 0);
  }

  /** A statement with its parameters. */
  public record Statement(String sql, io.vertx.sqlclient.Tuple parameters) {}

  /** Returns the maximum number of entities on a page of this query. */
  public static int pageSize(SensorEntityType type, QueryOptions options) {
    long inner = Math.max(1, expanded(type, options));
    int wanted = Math.min(options.top().orElse(DEFAULT_TOP), MAX_TOP);
    return (int) Math.min(wanted, Math.max(1, MAX_CELLS / inner));
  }

  /** Returns the names of the components of a data array. */
  public static List<String> components(QueryOptions options) {
    return RowSql.components(options);
  }

  /** Returns the names of the columns of comma-separated values. */
  public static List<String> columns(SensorEntityType type, QueryOptions options) {
    return CsvRow.columns(type, options);
  }

  /** Returns the query of the next page's URL; the page begins after this row. */
  public static String nextQuery(QueryOptions options, String[] lastKeys) {
    Map<String, String> next = new java.util.LinkedHashMap<>(options.raw());
    next.remove("$skip");
    next.put("$skiptoken", OrderSql.token(lastKeys));
    return RowSql.encoded(next);
  }

  /** Returns the number of entities of a navigation, at most, with those that it expands. */
  static long nestedSize(SensorEntityType type, QueryOptions options) {
    long wanted = Math.min(options.top().orElse(DEFAULT_TOP), RowSql.MAX_EXPANDED);
    return Math.min(wanted, Math.max(1, MAX_CELLS / Math.max(1, expanded(type, options))));
  }

  /** Returns the number of entities of one row, itself and all expanded ones, at most. */
  public static long entities(SensorEntityType type, QueryOptions options) {
    return Math.min(1 + expanded(type, options), MAX_CELLS);
  }

  private static long expanded(SensorEntityType type, QueryOptions options) {
    long sum = 0;
    for (QueryOptions.Expand expand : options.expand()) {
      Optional<Relation> relation = type.relation(expand.name());
      if (relation.isPresent()) {
        SensorEntityType target = SensorModel.target(relation.get());
        long size = relation.get().many() ? nestedSize(target, expand.options()) : 1;
        sum += size * entities(target, expand.options());
      }
    }
    return Math.min(sum, MAX_CELLS);
  }

  private static long expansions(QueryOptions options) {
    return options.expand().stream().mapToLong(e -> 1 + expansions(e.options())).sum();
  }

  private RowSql rows(QueryOptions options) {
    long nested = bytes / 2 / Math.max(1, expansions(options));
    return new RowSql(text, access, passed, base, nested);
  }

  /**
   * Selects the entities of a collection, one more than the page contains. The running sum of bytes
   * follows the order of the inner statement.
   */
  public Statement page(ResourcePath path, QueryOptions options) {
    SensorEntityType type = path.type();
    String a = text.alias();
    List<String> joins = new ArrayList<>();
    RowSql rows = rows(options);
    String json =
        options.dataArray()
            ? rows.array(type, a, options)
            : options.csv()
                ? rows.line(type, a, options)
                : path.form() == ResourcePath.Form.REF
                    ? rows.reference(type, a)
                    : rows.object(type, a, options, joins);
    boolean byTime = isOfOneDatastream(path);
    OrderSql order = new OrderSql(options, type, a, compiler("$orderby"), byTime);
    String where = where(path, options, a);
    if (options.token().isPresent()) {
      where = where + " and " + order.after(options.token().get(), text);
    }
    String most = text.bind(bytes, "bigint");
    String sql =
        """
        select case when q.b <= %1$s then q.j end as j, case when q.b <= %1$s then q.k end as k%2$s
        from (
          select p.*,
            sum(octet_length(p.j) + pg_column_size(p.k)) over (rows unbounded preceding) as b
          from (
            select %3$s as j, %4$s as k%5$s
            from %6$s %7$s %8$s
            where %9$s
            order by %10$s
            limit %11$s offset %12$s) p) q
        """
            .formatted(
                most,
                options.dataArray() ? ", q.d" : "",
                json,
                order.values(),
                options.dataArray() ? ", " + a + ".datastream_id as d" : "",
                type.table(),
                a,
                String.join(" ", joins),
                where,
                order.by(),
                text.bind((long) pageSize(type, options) + 1, "bigint"),
                text.bind((long) options.skip(), "bigint"));
    return new Statement(sql, text.tuple());
  }

  private static boolean isOfOneDatastream(ResourcePath path) {
    List<ResourcePath.Step> steps = path.steps();
    return path.type().isObservation()
        && steps.size() > 1
        && steps.get(steps.size() - 2).type().isDatastream();
  }

  /** Selects the single entity at the path; its text is null if it is too long. */
  public Statement one(ResourcePath path, QueryOptions options) {
    SensorEntityType type = path.type();
    String a = text.alias();
    List<String> joins = new ArrayList<>();
    RowSql rows = rows(options);
    String json =
        path.form() == ResourcePath.Form.REF
            ? rows.reference(type, a)
            : rows.object(type, a, options, joins);
    String sql =
        """
        select case when octet_length(q.j) <= %6$s then q.j end as j, q.id
        from (
          select %1$s as j, %2$s.id as id
          from %3$s %2$s %4$s
          where %5$s
          limit 1) q
        """
            .formatted(
                json,
                a,
                type.table(),
                String.join(" ", joins),
                where(path, QueryOptions.NONE, a),
                text.bind(bytes, "bigint"));
    return new Statement(sql, text.tuple());
  }

  /** Counts the entities, up to one more than {@link #MAX_COUNT}. */
  public Statement count(ResourcePath path, QueryOptions options) {
    String a = text.alias();
    String sql =
        """
        select count(*) from (select 1 from %s %s where %s limit %d) c
        """
            .formatted(path.type().table(), a, where(path, options, a), MAX_COUNT + 1);
    return new Statement(sql, text.tuple());
  }

  /** Selects the ids of a collection's entities that pass the filter. */
  public Statement ids(ResourcePath path, QueryOptions options, int limit) {
    String a = text.alias();
    String sql =
        """
        select %1$s.id from %2$s %1$s where %3$s order by %1$s.id limit %4$d
        """
            .formatted(a, path.type().table(), where(path, options, a), limit);
    return new Statement(sql, text.tuple());
  }

  /** Selects the id of the entity at the path, visible or not. */
  public Statement exists(ResourcePath path) {
    String a = text.alias();
    String sql =
        """
        select %1$s.id as id from %2$s %1$s where %3$s limit 1
        """
            .formatted(a, path.type().table(), steps(path.steps(), a, false));
    return new Statement(sql, text.tuple());
  }

  private String where(ResourcePath path, QueryOptions options, String a) {
    String steps = steps(path.steps(), a, true);
    return options
        .filter()
        .map(filter -> steps + " and " + compiler("$filter").condition(filter, path.type(), a))
        .orElse(steps);
  }

  private ODataFilterSql compiler(String option) {
    return new ODataFilterSql(text, access, passed, option);
  }

  /** Returns the condition that row {@code a} is at the end of the steps. */
  private String steps(List<ResourcePath.Step> steps, String a, boolean seen) {
    ResourcePath.Step last = steps.getLast();
    List<String> all = new ArrayList<>();
    if (last.id().isPresent()) {
      all.add(a + ".id = " + id(last.id()));
    }
    if (seen && !isOfSeenDatastream(steps)) {
      all.add(access.of(last.type(), a, text));
    }
    if (steps.size() > 1) {
      all.add(parent(steps, a, seen));
    }
    return all.isEmpty() ? "true" : String.join(" and ", all);
  }

  private static boolean isOfSeenDatastream(List<ResourcePath.Step> steps) {
    return steps.size() > 1
        && steps.getLast().type().isObservation()
        && steps.get(steps.size() - 2).type().isDatastream();
  }

  private String parent(List<ResourcePath.Step> steps, String a, boolean seen) {
    List<ResourcePath.Step> before = steps.subList(0, steps.size() - 1);
    ResourcePath.Step from = before.getLast();
    Relation via = steps.getLast().via().orElseThrow();
    String p = text.alias();
    String up = steps(before, p, seen);
    if (seen && isOfSeenDatastream(steps)) {
      up = up + " and " + access.ofObservationsOf(p, text);
    }
    String table = " from " + from.type().table() + " " + p + " where " + up;
    return switch (via.link()) {
      case Relation.Own own -> a + ".id in (select " + p + "." + own.column() + table + ")";
      case Relation.OfOther other when from.id().isPresent() ->
          // a constant keeps the order of the index usable
          a + "." + other.column() + " = " + id(from.id()) + " and exists (select 1" + table + ")";
      case Relation.OfOther other ->
          a + "." + other.column() + " in (select " + p + ".id" + table + ")";
      case Relation.Through through ->
          a
              + ".id in (select j."
              + through.otherColumn()
              + " from "
              + through.table()
              + " j where j."
              + through.ownColumn()
              + " in (select "
              + p
              + ".id"
              + table
              + "))";
    };
  }

  private String id(OptionalLong id) {
    return text.bind(id.getAsLong(), "bigint");
  }

  /**
   * Rejects conditions and orders for a single entity; numbers of entities and of those to leave
   * out mean nothing there.
   */
  public static void checkSingle(QueryOptions options) {
    for (String name : options.raw().keySet()) {
      if (!OF_ONE.contains(name)) {
        throw Problem.malformedParameter(name, "does not apply to a single entity");
      }
    }
  }
}
