package io.glebe.core.sensor.observation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.model.ResultType;
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
      select d.id, d.farm_id, d.owner, d.observation_type, p.feature_id, p.source
      from sensor.datastream d
      join sensor.datastream_place p on p.id = d.id
      where d.id = $1
      """;

  /** Makes the feature of interest of observations that name none, unless it exists. */
  static final String MAKE_FEATURE = "select sensor.default_feature($1)";

  private final Database database;
  private final Notifications.Subscription changes;
  private final Cache<Long, DatastreamInfo> known =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterWrite(AGE).build();
  private final Cache<Long, Boolean> unknown =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterWrite(UNKNOWN_AGE).build();
  private final SharedCalls<Long, DatastreamInfo> queries = new SharedCalls<>();
  private final SharedCalls<Long, Long> features = new SharedCalls<>();
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
    Long feature = row.getLong("feature_id");
    return Optional.of(
        new DatastreamInfo(
            row.getLong("id"),
            Optional.ofNullable(row.getUUID("farm_id")),
            row.getString("owner"),
            feature == null ? OptionalLong.empty() : OptionalLong.of(feature),
            DatastreamInfo.FeatureSource.valueOf(row.getString("source")),
            ResultType.of(row.getString("observation_type"))));
  }

  /**
   * Returns the feature of interest of observations that name none; it is made at the first of
   * them. Fails with 422 when there is nothing from which it could be made.
   */
  Future<OptionalLong> feature(DatastreamInfo datastream) {
    if (datastream.isPlaced()) {
      return Future.succeededFuture(datastream.feature());
    }
    if (datastream.source() == DatastreamInfo.FeatureSource.MISSING) {
      return Future.failedFuture(DatastreamInfo.noFeature());
    }
    return features.join(datastream.id(), () -> make(datastream)).map(OptionalLong::of);
  }

  private Future<Long> make(DatastreamInfo datastream) {
    long before = generation.get();
    return database
        .query(MAKE_FEATURE, datastream.id())
        .map(
            rows -> {
              Long made = rows.iterator().next().getLong(0);
              if (made == null) { // the location has gone
                throw DatastreamInfo.noFeature();
              }
              if (before == generation.get()) {
                known.put(datastream.id(), datastream.withFeature(made));
              }
              return made;
            });
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
