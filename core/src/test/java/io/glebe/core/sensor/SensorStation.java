package io.glebe.core.sensor;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Grants;
import io.glebe.core.access.ScopeRights;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.fixture.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import java.util.Set;

/** A sensor service with its own database. */
final class SensorStation implements AutoCloseable {
  final TestDatabase db = TestDatabase.create();
  final Notifications notifications = Notifications.open(db.vertx(), db.database()).await();
  final Sensors sensors =
      Sensors.open(
              new Sensors.Dependencies(
                  db.vertx(), db.database(), notifications, new SimpleMeterRegistry()))
          .await();

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
    return db.database()
        .query(
            """
            with t as (insert into sensor.thing (owner, name, description) values ($1, 't', 't') returning id),
            s as (insert into sensor.sensor (owner, name, description, encoding_type, metadata)
              values ($1, 's', 's', 'text/plain', '""') returning id),
            p as (insert into sensor.observed_property (owner, name, definition, description)
              values ($1, 'p', 'p', 'p') returning id)
            insert into sensor.datastream (owner, name, description, observation_type, unit, thing_id, sensor_id, observed_property_id)
            select $1, 'd', 'd', 'm', '{}', t.id, s.id, p.id from t, s, p returning id
            """,
            owner)
        .await()
        .iterator()
        .next()
        .getLong(0);
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
