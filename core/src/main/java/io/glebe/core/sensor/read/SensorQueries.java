package io.glebe.core.sensor.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.query.Expr;
import io.glebe.core.sensor.query.QueryFault;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.sql.SelectSql;
import io.glebe.core.sensor.sql.SensorAccessFilter;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the resource at a path as JSON text. Each read is one statement, for any number of
 * expansions.
 */
public final class SensorQueries {
  private final Database database;
  private final Duration limit;

  public SensorQueries(Database database, Duration limit) {
    this.database = database;
    this.limit = limit;
  }

  /**
   * A read request.
   *
   * @param base URL of the service without a trailing slash
   * @param address absolute URL of the resource without its query, for links to further pages
   */
  public record Query(
      Caller caller, String base, String address, ResourcePath path, QueryOptions options) {}

  /** The result of a read. */
  public sealed interface Answer {}

  /** JSON text. */
  public record JsonText(String text) implements Answer {}

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
    if (options.dataArray() && (!type.isObservation() || path.single())) {
      throw QueryFault.at("$resultFormat", 0, "dataArray is a form of lists of observations");
    }
    if (path.single()) {
      SelectSql.checkSingle(options);
    }
    SensorAccessFilter access = new SensorAccessFilter(query.caller());
    return new SpatialTests(database, access)
        .of(type, options)
        .compose(passed -> answer(query, access, passed))
        .recover(SensorQueries::unsaid);
  }

  private Future<Answer> answer(Query query, SensorAccessFilter access, Map<Expr, Long[]> passed) {
    return query.path().form() == ResourcePath.Form.COUNT
        ? count(query, access, passed).map(n -> new PlainValue(Long.toString(n)))
        : query.path().single() ? single(query, access, passed) : list(query, access, passed);
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
    return run(
            query.caller(),
            new SelectSql(query.base(), access, passed).one(query.path(), query.options()))
        .compose(
            rows ->
                rows.size() == 0
                    ? locator(query.caller()).missing(query.path())
                    : Future.succeededFuture(shown(query.path(), first(rows))));
  }

  private static Row first(RowSet<Row> rows) {
    return rows.iterator().next();
  }

  private static Answer shown(ResourcePath path, Row row) {
    String text = row.getString("j");
    if (path.property().isEmpty()) {
      return new JsonText(text);
    }
    JsonNode value = Json.stored(text);
    for (String name : path.property()) {
      value =
          value.isArray() && name.matches("\\d{1,6}")
              ? value.path(Integer.parseInt(name))
              : value.path(name);
    }
    if (value.isMissingNode() || value.isNull()) {
      return new NoValue();
    }
    if (path.form() == ResourcePath.Form.VALUE) {
      return new PlainValue(value.isValueNode() ? value.asText() : Json.write(value));
    }
    return new JsonText(Json.write(Json.object().set(path.property().getLast(), value)));
  }

  private Future<Answer> list(Query query, SensorAccessFilter access, Map<Expr, Long[]> passed) {
    QueryOptions options = query.options();
    if (SelectSql.pageSize(options) == 0) {
      return counted(query, access, passed).map(n -> new JsonText(page(List.of(), n, "")));
    }
    var statement = new SelectSql(query.base(), access, passed).page(query.path(), options);
    return run(query.caller(), statement)
        .compose(
            rows ->
                rows.size() == 0
                    ? parentSeen(query).map(seen -> rows)
                    : Future.succeededFuture(rows))
        .compose(
            rows -> counted(query, access, passed).map(n -> new JsonText(page(query, rows, n))));
  }

  private Future<Optional<Long>> counted(
      Query query, SensorAccessFilter access, Map<Expr, Long[]> passed) {
    return query.options().count()
        ? count(query, access, passed).map(Optional::of)
        : Future.succeededFuture(Optional.empty());
  }

  private Future<Long> count(Query query, SensorAccessFilter access, Map<Expr, Long[]> passed) {
    return run(
            query.caller(),
            new SelectSql(query.base(), access, passed).count(query.path(), query.options()))
        .map(rows -> first(rows).getLong(0));
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
    return locator(query.caller()).findVisible(parent).mapEmpty();
  }

  private static String page(Query query, RowSet<Row> rows, Optional<Long> count) {
    int size = SelectSql.pageSize(query.options());
    List<Row> all = new ArrayList<>();
    rows.forEach(all::add);
    List<Row> shown = all.subList(0, Math.min(size, all.size()));
    String next =
        all.size() > size
            ? query.address()
                + "?"
                + SelectSql.nextQuery(query.options(), shown.getLast().getArrayOfStrings("k"))
            : "";
    if (query.options().dataArray()) {
      return page(DataArrays.blocks(shown, query), count, next);
    }
    return page(shown.stream().map(row -> row.getString("j")).toList(), count, next);
  }

  private static String page(List<String> entries, Optional<Long> count, String next) {
    StringBuilder json = new StringBuilder("{");
    count.ifPresent(
        n -> {
          json.append("\"@iot.count\":").append(Math.min(n, SelectSql.MAX_COUNT)).append(',');
          if (n > SelectSql.MAX_COUNT) {
            json.append("\"@glebe.countIsLowerBound\":true,");
          }
        });
    if (!next.isEmpty()) {
      json.append("\"@iot.nextLink\":\"").append(next).append("\",");
    }
    json.append("\"value\":[");
    for (int i = 0; i < entries.size(); i++) {
      json.append(i == 0 ? "" : ",").append(entries.get(i));
    }
    return json.append("]}").toString();
  }

  /**
   * Returns the id of the entity at a path, for writers; 404 or 403 when it is not visible to the
   * caller.
   */
  public Future<Long> locate(Caller caller, ResourcePath path) {
    return locator(caller).locate(path);
  }

  private Locator locator(Caller caller) {
    return new Locator(caller, statement -> run(caller, statement));
  }

  private Future<RowSet<Row>> run(Caller caller, SelectSql.Statement statement) {
    return database.queryWithin(caller.subjectId(), limit, statement.sql(), statement.parameters());
  }
}
