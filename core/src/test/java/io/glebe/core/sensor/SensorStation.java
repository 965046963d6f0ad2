package io.glebe.core.sensor;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Grants;
import io.glebe.core.access.ScopeRights;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.fixture.DatastreamRow;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.sensor.aggregate.AggregateLimits;
import io.glebe.core.sensor.entity.SensorEntities;
import io.glebe.core.sensor.mapping.MappingLimits;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** A sensor service with its own database. */
final class SensorStation implements AutoCloseable {
  final TestDatabase db = TestDatabase.create();
  final Notifications notifications = Notifications.open(db.vertx(), db.database()).await();
  final Sensors sensors;

  SensorStation() {
    this(8 << 20);
  }

  /**
   * @param pageBytes most bytes of a page
   */
  SensorStation(long pageBytes) {
    this(pageBytes, Duration.ofSeconds(30));
  }

  /**
   * @param observationWait longest time until the failure of a request that creates an observation
   */
  SensorStation(long pageBytes, Duration observationWait) {
    sensors =
        Sensors.open(
                new Sensors.Dependencies(
                    db.vertx(),
                    db.database(),
                    notifications,
                    new SimpleMeterRegistry(),
                    new AggregateLimits(0, 0, 40_000, 50),
                    Duration.ofSeconds(30),
                    pageBytes,
                    new SensorEntities.Limits(100_000, 20_000, 1_000, observationWait),
                    MappingLimits.of(Settings.defaults())))
            .await();
  }

  /** Returns a service account with full scopes and no User record. */
  static Caller device(String name) {
    return new Caller(
        CallerKind.DEVICE,
        "issuer",
        name,
        Optional.of(name),
        "sensor-api",
        Set.of("sensor-read", "sensor-write"),
        ScopeRights.ALL,
        Grants.NONE);
  }

  /** Creates a datastream of that account. */
  long datastream(String owner) {
    return DatastreamRow.ofAccount(db.database(), owner);
  }

  long count(String sql, Object... parameters) {
    return db.database().query(sql, parameters).await().iterator().next().getLong(0);
  }

  @Override
  public void close() {
    sensors.close();
    notifications.close();
    db.close();
  }
}
