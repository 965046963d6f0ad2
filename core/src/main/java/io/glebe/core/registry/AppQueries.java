package io.glebe.core.registry;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.problem.Problem;
import io.glebe.core.registry.provider.ClientRegistration;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads apps and versions: developers their own, reviewers all. */
public final class AppQueries {
  private static final UUID FIRST = new UUID(0, 0);

  private final Database database;
  private final ClientRegistration provider;

  AppQueries(Database database, ClientRegistration provider) {
    this.database = database;
    this.provider = provider;
  }

  /** Fails with 403 for a registered app, see {@link RegistryAccess#requireNoApp}. */
  public Future<Void> requireNoApp(Caller caller) {
    return RegistryAccess.requireNoApp(database, caller);
  }

  /** The client id of an app; empty while a provider that assigns ids has not made the client. */
  public Optional<String> clientId(RegisteredApp app) {
    return app.clientId(provider);
  }

  static Problem noApp() {
    return Problem.notFound("there is no app with this id");
  }

  static Problem noVersion() {
    return Problem.notFound("the app has no version with this number");
  }

  /**
   * Apps in the order of their registration.
   *
   * @param after id of the last app of the page before
   * @param limit most apps of the page; one more is returned if there are more
   */
  public Future<List<RegisteredApp>> apps(Caller caller, Optional<UUID> after, int limit) {
    RegistryAccess.Readable readable = RegistryAccess.readable(caller);
    String sql =
        AppTables.APPS + "where a.id > $1 and ($2 or a.owner_id = $3) order by a.id limit $4";
    return database
        .query(sql, after.orElse(FIRST), readable.all(), readable.person(), limit + 1)
        .map(
            rows -> {
              List<RegisteredApp> apps = new ArrayList<>();
              rows.forEach(row -> apps.add(AppTables.app(row)));
              return apps;
            });
  }

  /** The app; 404 for those that the caller may not read. */
  public Future<RegisteredApp> app(Caller caller, UUID id) {
    RegistryAccess.Readable readable = RegistryAccess.readable(caller);
    return database
        .query(AppTables.APPS + "where a.id = $1", id)
        .map(
            rows -> {
              for (Row row : rows) {
                RegisteredApp app = AppTables.app(row);
                if (readable.includes(app.owner())) {
                  return app;
                }
              }
              throw noApp();
            });
  }

  /** All versions of an app, the newest first; GLEBE_REGISTRY_VERSIONS limits their number. */
  public Future<List<AppVersion>> versions(Caller caller, UUID app) {
    return app(caller, app)
        .compose(
            readable ->
                database.query(
                    AppTables.VERSIONS + "where v.app_id = $1 order by v.number desc", app))
        .map(AppTables::versions);
  }

  /** One version of an app. */
  public Future<AppVersion> version(Caller caller, UUID app, int number) {
    return app(caller, app)
        .compose(
            readable ->
                database.query(
                    AppTables.VERSIONS + "where v.app_id = $1 and v.number = $2", app, number))
        .map(
            rows ->
                AppTables.versions(rows).stream().findFirst().orElseThrow(AppQueries::noVersion));
  }

  /**
   * The submitted versions of all apps in the order of their apps, for reviewers.
   *
   * @param after id of the last app of the page before
   */
  public Future<List<AppVersion>> submitted(Caller caller, Optional<UUID> after, int limit) {
    RegistryAccess.person(caller, RegistryAccess.READ_ALL);
    String sql =
        AppTables.VERSIONS
            + "where v.state = 'SUBMITTED' and v.app_id > $1 order by v.app_id limit $2";
    return database.query(sql, after.orElse(FIRST), limit + 1).map(AppTables::versions);
  }
}
