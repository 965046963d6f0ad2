package io.glebe.core.sensor.read;

import io.glebe.core.access.Caller;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.sql.SelectSql;
import io.glebe.core.sensor.sql.SensorAccessFilter;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Finds the entity at a path for a caller.
 *
 * @param run runs a statement: on any connection for reads, inside the transaction for writes
 */
public record Locator(Caller caller, Function<SelectSql.Statement, Future<RowSet<Row>>> run) {
  /** Returns the id of the entity, from the path itself or through its relations. */
  public Future<Long> locate(ResourcePath path) {
    OptionalLong id = path.steps().getLast().id();
    return path.steps().size() == 1 && id.isPresent()
        ? Future.succeededFuture(id.getAsLong())
        : findVisible(path);
  }

  /** Returns the id of the entity; 404 or 403 when it is not visible to the caller. */
  public Future<Long> findVisible(ResourcePath path) {
    return run.apply(select().one(path, QueryOptions.NONE))
        .compose(
            rows ->
                rows.size() == 0
                    ? missing(path)
                    : Future.succeededFuture(rows.iterator().next().getLong("id")));
  }

  /** Fails with the reason why there is no entity. */
  <T> Future<T> missing(ResourcePath path) {
    return run.apply(select().exists(path))
        .map(
            rows -> {
              throw rows.size() > 0
                  ? Problem.forbidden("this belongs to a farm that the caller may not read")
                  : Problem.notFound("there is no " + path.type().name() + " with this id");
            });
  }

  private SelectSql select() {
    return SelectSql.ofIds(new SensorAccessFilter(caller));
  }
}
