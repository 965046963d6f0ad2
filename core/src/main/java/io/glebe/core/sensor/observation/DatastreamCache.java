package io.glebe.core.sensor.observation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.SharedCalls;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Caches facts of datastreams for a limited time and discards them in all processes when things,
 * locations or datastreams change. Holds at most {@value #MAX_REMEMBERED} of them; thread-safe.
 */
public final class DatastreamCache implements AutoCloseable {
  /** Notification topic for changes that may affect facts. */
  public static final String TOPIC = "datastreams_changed";

  private static final int MAX_REMEMBERED = 200_000;
  private static final Duration AGE = Duration.ofMinutes(1);
  private static final Duration UNKNOWN_AGE = Duration.ofSeconds(1);

  public static final String QUERY =
      """
      select d.id, d.farm_id, d.owner, (
        select l.feature_id from sensor.thing_location tl
        join sensor.location l on l.id = tl.location_id
        where tl.thing_id = d.thing_id and l.feature_id is not null order by l.id limit 1) as feature
      from sensor.datastream d where d.id = $1
      """;

  private final Database database;
  private final Notifications.Subscription changes;
  private final Cache<Long, DatastreamInfo> known =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterWrite(AGE).build();
  private final Cache<Long, Boolean> unknown =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterWrite(UNKNOWN_AGE).build();
  private final SharedCalls<Long, DatastreamInfo> queries = new SharedCalls<>();
  private final AtomicLong generation = new AtomicLong();

  public DatastreamCache(Database database, Notifications notifications) {
    this.database = database;
    this.changes = notifications.subscribe(TOPIC, payload -> forget());
  }

  /** Returns the facts; fails with 404 when the datastream does not exist. */
  public Future<DatastreamInfo> find(long id) {
    DatastreamInfo datastream = known.getIfPresent(id);
    if (datastream != null) {
      return Future.succeededFuture(datastream);
    }
    if (unknown.getIfPresent(id) != null) {
      return Future.failedFuture(missing());
    }
    return queries.join(id, () -> query(id));
  }

  private Future<DatastreamInfo> query(long id) {
    long before = generation.get();
    return database
        .query(QUERY, id)
        .map(
            rows -> {
              Optional<DatastreamInfo> found = parse(rows);
              if (before == generation.get()) { // otherwise the facts may have changed since
                found.ifPresentOrElse(f -> known.put(id, f), () -> unknown.put(id, true));
              }
              return found.orElseThrow(DatastreamCache::missing);
            });
  }

  public static Problem missing() {
    return Problem.notFound("the Datastream does not exist");
  }

  /** Reads the result of {@link #QUERY}. */
  public static Optional<DatastreamInfo> parse(RowSet<Row> rows) {
    if (rows.size() == 0) {
      return Optional.empty();
    }
    Row row = rows.iterator().next();
    Long feature = row.getLong("feature");
    return Optional.of(
        new DatastreamInfo(
            row.getLong("id"),
            Optional.ofNullable(row.getUUID("farm_id")),
            row.getString("owner"),
            feature == null ? OptionalLong.empty() : OptionalLong.of(feature)));
  }

  /** Clears the cache of this process. */
  public void forget() {
    generation.incrementAndGet();
    known.invalidateAll();
    unknown.invalidateAll();
  }

  @Override
  public void close() {
    changes.close();
  }
}
