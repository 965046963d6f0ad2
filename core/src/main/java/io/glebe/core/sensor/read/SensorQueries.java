package io.glebe.core.sensor.read;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.database.RequestReads;
import io.glebe.core.memory.ReadMemory;
import io.glebe.core.memory.RequestResources;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.query.Expr;
import io.glebe.core.sensor.query.QueryFault;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.sql.SelectSql;
import io.glebe.core.sensor.sql.SensorAccessFilter;
import io.glebe.core.thread.Departure;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the resource at a path as JSON text. Each read is one statement, for any number of
 * expansions; large pages are read in pieces. The memory of a result is taken before it is read.
 */
public final class SensorQueries {
  /** Geometries of a spatial condition may have as many bytes as this many pages. */
  private static final int SPATIAL_PAGES = 4;

  private final RequestReads reads;
  private final long pageBytes;

  /**
   * @param limit longest time of a statement
   * @param pageBytes most bytes of a page, and of an entity with its expansions
   */
  public SensorQueries(Database database, Duration limit, long pageBytes) {
    this.reads = new RequestReads(database, limit);
    this.pageBytes = pageBytes;
  }

  /**
   * A read request.
   *
   * @param base URL of the service without a trailing slash
   * @param address absolute URL of the resource without its query, for links to further pages
   * @param resources of the request; a batch shares them among its reads
   */
  public record Query(
      Caller caller,
      String base,
      String address,
      ResourcePath path,
      QueryOptions options,
      RequestResources resources) {
    /** A read of the platform itself. */
    public Query(
        Caller caller, String base, String address, ResourcePath path, QueryOptions options) {
      this(caller, base, address, path, options, RequestResources.unlimited());
    }
  }

  /** The result of a read. */
  public sealed interface Answer {}

  /** JSON text in UTF-8. */
  public record JsonText(Buffer utf8) implements Answer {
    public String text() {
      return utf8.toString();
    }
  }

  /**
   * A page of comma-separated values in UTF-8.
   *
   * @param next address of the next page; empty for none
   */
  public record CsvPage(Buffer utf8, String next) implements Answer {}

  /** The raw value of a property or a count. */
  public record PlainValue(String text) implements Answer {}

  /** The property exists but has no value. */
  public record NoValue() implements Answer {}

  /**
   * Reads the requested resource; 404 when it does not exist, 403 when the caller may not read it.
   */
  public Future<Answer> read(Query query) {
    SensorAccess.requireKnown(query.caller());
    ResourcePath path = query.path();
    SensorEntityType type = path.type();
    QueryOptions options = query.options();
    boolean isOther = path.single() || !options.expand().isEmpty();
    if (options.dataArray() && (!type.isObservation() || isOther)) {
      throw QueryFault.at(
          "$resultFormat", 0, "dataArray is a form of lists of observations without $expand");
    }
    if (options.csv() && isOther) {
      throw QueryFault.at("$resultFormat", 0, "CSV is a form of lists without $expand");
    }
    if (path.single()) {
      SelectSql.checkSingle(options);
    }
    SensorAccessFilter access = new SensorAccessFilter(query.caller());
    return new SpatialTests(reads, query, access, SPATIAL_PAGES * pageBytes)
        .of(type, options)
        .compose(passed -> answer(query, access, passed))
        .recover(SensorQueries::unsaid);
  }

  private Future<Answer> answer(Query query, SensorAccessFilter access, Map<Expr, Long[]> passed) {
    return query.path().form() == ResourcePath.Form.COUNT
        ? count(query, access, passed).map(n -> new PlainValue(Long.toString(n)))
        : query.path().single() ? single(query, access, passed) : list(query, access, passed);
  }

  /** Returns the ids that pass each spatial test of the options, for writers. */
  public Future<Map<Expr, Long[]>> passing(Query query) {
    SensorAccess.requireKnown(query.caller());
    SensorAccessFilter access = new SensorAccessFilter(query.caller());
    return new SpatialTests(reads, query, access, SPATIAL_PAGES * pageBytes)
        .of(query.path().type(), query.options());
  }

  /** Values that the database cannot compute with are an error of the request. */
  private static Future<Answer> unsaid(Throwable failure) {
    boolean value =
        failure instanceof PgException refused
            && String.valueOf(refused.getSqlState()).startsWith("22");
    return Future.failedFuture(
        value
            ? Problem.malformed("the query computes with values that are out of range")
            : failure);
  }

  private Future<Answer> single(Query query, SensorAccessFilter access, Map<Expr, Long[]> passed) {
    ReadMemory memory = new ReadMemory(query.resources().memory());
    SensorEntity entity = new SensorEntity(query, memory);
    SelectSql.Statement statement =
        select(query, access, passed).one(query.path(), entity.options());
    return reads
        .whole(
            query.caller().subjectId(),
            query.resources().departure(),
            statement.sql(),
            statement.parameters(),
            entity)
        .compose(
            read ->
                entity.exists() ? entity.answer() : locator(query).<Answer>missing(query.path()))
        .onFailure(failure -> memory.release());
  }

  private SelectSql select(Query query, SensorAccessFilter access, Map<Expr, Long[]> passed) {
    return new SelectSql(query.base(), access, passed, pageBytes);
  }

  private Future<Answer> list(Query query, SensorAccessFilter access, Map<Expr, Long[]> passed) {
    if (SelectSql.pageSize(query.path().type(), query.options()) == 0) {
      if (query.options().csv()) {
        return Future.succeededFuture(new CsvPage(SensorPage.names(query), ""));
      }
      return counted(query, access, passed).map(n -> new JsonText(SensorPage.empty(n)));
    }
    ReadMemory memory = new ReadMemory(query.resources().memory());
    SensorPage page = new SensorPage(query, memory);
    page.begin(); // before the statement is made: a batch may have a thousand reads without memory
    try {
      SelectSql.Statement statement =
          select(query, access, passed).page(query.path(), query.options());
      return counted(query, access, passed)
          .compose(count -> read(query, statement, page).compose(read -> shown(query, page, count)))
          .onFailure(failure -> memory.release());
    } catch (RuntimeException refused) {
      memory.release();
      throw refused;
    }
  }

  private Future<Answer> shown(Query query, SensorPage page, Optional<Long> count) {
    Future<Void> seen = page.isEmpty() ? parentSeen(query) : Future.succeededFuture();
    return seen.map(
        known ->
            query.options().csv()
                ? new CsvPage(page.csv(), page.nextLink())
                : new JsonText(page.json(count)));
  }

  private Future<Void> read(Query query, SelectSql.Statement statement, SensorPage page) {
    Object owner = query.caller().subjectId();
    Departure departure = query.resources().departure();
    return page.isSmall()
        ? reads.whole(owner, departure, statement.sql(), statement.parameters(), page)
        : reads.pieces(owner, departure, statement.sql(), statement.parameters(), page);
  }

  private Future<Optional<Long>> counted(
      Query query, SensorAccessFilter access, Map<Expr, Long[]> passed) {
    return query.options().count()
        ? count(query, access, passed).map(Optional::of)
        : Future.succeededFuture(Optional.empty());
  }

  private Future<Long> count(Query query, SensorAccessFilter access, Map<Expr, Long[]> passed) {
    SelectSql.Statement statement =
        select(query, access, passed).count(query.path(), query.options());
    return run(query.caller(), query.resources().departure(), statement)
        .map(rows -> rows.iterator().next().getLong(0));
  }

  /**
   * An empty collection below an entity that does not exist is a 404 and not an empty collection.
   */
  private Future<Void> parentSeen(Query query) {
    List<ResourcePath.Step> steps = query.path().steps();
    if (steps.size() == 1) {
      return Future.succeededFuture();
    }
    ResourcePath parent =
        new ResourcePath(steps.subList(0, steps.size() - 1), List.of(), ResourcePath.Form.PLAIN);
    return locator(query).findVisible(parent).mapEmpty();
  }

  /**
   * Returns the id of the entity at a path, for writers; 404 or 403 when it is not visible to the
   * caller.
   */
  public Future<Long> locate(Caller caller, ResourcePath path) {
    return locator(caller, new Departure()).locate(path);
  }

  private Locator locator(Query query) {
    return locator(query.caller(), query.resources().departure());
  }

  private Locator locator(Caller caller, Departure departure) {
    return new Locator(caller, statement -> run(caller, departure, statement));
  }

  private Future<RowSet<Row>> run(
      Caller caller, Departure departure, SelectSql.Statement statement) {
    return reads.all(caller.subjectId(), departure, statement.sql(), statement.parameters());
  }
}
