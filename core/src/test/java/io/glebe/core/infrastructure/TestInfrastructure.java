package io.glebe.core.infrastructure;

import io.glebe.core.config.Settings;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.metrics.Meters;
import io.glebe.core.trace.Tracing;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/** The shared resources of a platform without servers, with a database of its own. */
public final class TestInfrastructure implements AutoCloseable {
  private final TestDatabase db = TestDatabase.create();
  private final Meters meters = new Meters();
  private final Notifications notifications = Notifications.open(db.vertx(), db.database()).await();
  private final Infrastructure resources;

  public TestInfrastructure(Settings settings) {
    String address = "http://localhost:8080";
    resources =
        new Infrastructure(
            settings,
            db.vertx(),
            meters,
            Tracing.off(),
            db.database(),
            notifications,
            new PublicAddress(address, address),
            MqttPorts.NONE);
  }

  public Infrastructure resources() {
    return resources;
  }

  /** Runs one statement. */
  public RowSet<Row> sql(String sql, Object... arguments) {
    return db.database().query(sql, arguments).await();
  }

  @Override
  public void close() {
    notifications.close();
    meters.close();
    db.close();
  }
}
