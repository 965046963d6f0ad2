package io.glebe.core.registry;

import io.glebe.core.config.Settings;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.registry.manifest.ManifestFixture;
import io.vertx.sqlclient.Row;
import java.util.UUID;

/** A database with the tables of the registry, and apps in the states that a test needs. */
final class RegistryFixture implements AutoCloseable {
  final TestDatabase db = TestDatabase.create();
  final RecordService records =
      RecordService.open(
              db.database(),
              RuleSettings.lenient(),
              ReadLimits.of(Settings.defaults()),
              ChangeListener.NONE)
          .await();
  final Notifications notifications = Notifications.open(db.vertx(), db.database()).await();

  /** An app whose first version is approved; its client waits for the provider. */
  UUID approvedApp() {
    UUID app = UUID.randomUUID();
    execute("insert into registry.app (id, owner_id, revision) values ($1, $1, 0)", app);
    execute("insert into registry.client (app_id) values ($1)", app);
    approve(app, 1);
    return app;
  }

  /** Puts a version into use, and notifies the outbox. */
  void approve(UUID app, int number) {
    execute(
        """
        update registry.app_version set state = 'SUPERSEDED'
        where app_id = $1 and state = 'APPROVED'
        """,
        app);
    execute(
        """
        insert into registry.app_version
          (app_id, number, state, manifest, name, skeleton, author_id)
        values ($1, $2, 'APPROVED', $3, 'App', 'app', $1)
        """,
        app,
        number,
        Json.write(ManifestFixture.manifest("App")));
    wanted(app);
  }

  /** Withdraws an app, and notifies the outbox. */
  void withdraw(UUID app) {
    execute("update registry.app_version set state = 'WITHDRAWN' where app_id = $1", app);
    execute("update registry.app set withdrawn_at = now() where id = $1", app);
    wanted(app);
  }

  private void wanted(UUID app) {
    execute("update registry.app set revision = revision + 1 where id = $1", app);
    execute("select pg_notify($1, $2)", ClientOutbox.TOPIC, app.toString());
  }

  /** The row of the client of an app. */
  Row client(UUID app) {
    return one(
        """
        select c.*, c.done_revision >= a.revision as done
        from registry.client c
        join registry.app a on a.id = c.app_id
        where c.app_id = $1
        """,
        app);
  }

  boolean done(UUID app) {
    return client(app).getBoolean("done");
  }

  Row one(String sql, Object... arguments) {
    return db.database().query(sql, arguments).await().iterator().next();
  }

  void execute(String sql, Object... arguments) {
    db.database().query(sql, arguments).await();
  }

  @Override
  public void close() {
    notifications.close();
    db.close();
  }
}
