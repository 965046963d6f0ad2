package io.glebe.core.sensor.observation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.access.SensorOwner;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.Optional;

/**
 * Checks whether an observation may name a feature of interest: it must exist and be visible to the
 * caller. The owners of at most {@value #MAX_REMEMBERED} features are cached for a limited time;
 * thread-safe.
 */
public final class FeatureOfInterestCheck implements AutoCloseable {
  private static final int MAX_REMEMBERED = 50_000;
  private static final Duration AGE = Duration.ofMinutes(1);
  private static final String QUERY =
      "select farm_id, owner from sensor.feature_of_interest where id = $1";

  private final Database database;
  private final Notifications.Subscription changes;
  private final Cache<Long, SensorOwner> known =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterWrite(AGE).build();

  public FeatureOfInterestCheck(Database database, Notifications notifications) {
    this.database = database;
    this.changes = notifications.subscribe(DatastreamCache.TOPIC, payload -> known.invalidateAll());
  }

  /** Fails with 422 when the feature does not exist, with 403 when the caller may not see it. */
  Future<Void> require(Caller caller, long id) {
    SensorOwner owner = known.getIfPresent(id);
    return (owner == null ? load(id) : Future.succeededFuture(owner))
        .map(
            found -> {
              SensorAccess.require(
                  caller, SensorAccess.READ_OBSERVATIONS, found.farm(), found.owner());
              return null;
            });
  }

  private Future<SensorOwner> load(long id) {
    return database
        .query(QUERY, id)
        .map(FeatureOfInterestCheck::owner)
        .onSuccess(owner -> known.put(id, owner));
  }

  private static SensorOwner owner(RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw Problem.invalid(
          Violation.at("reference", "/FeatureOfInterest", "the FeatureOfInterest does not exist"));
    }
    Row row = rows.iterator().next();
    return new SensorOwner(
        Optional.ofNullable(row.getUUID("farm_id")), Optional.empty(), row.getString("owner"));
  }

  @Override
  public void close() {
    changes.close();
  }
}
