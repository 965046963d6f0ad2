package io.glebe.core.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Script;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.registry.manifest.AppManifest;
import io.glebe.core.registry.manifest.AppName;
import io.glebe.core.registry.manifest.ManifestReader;
import io.glebe.core.registry.manifest.ManifestRules;
import io.glebe.core.registry.manifest.StoredManifest;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.UUID;

/** The work of developers: apps, drafts and their submission. Each has only the own apps. */
public final class AppDrafts {
  private final Database database;
  private final RecordService records;
  private final ManifestRules rules;
  private final int maxApps;
  private final int maxVersions;

  AppDrafts(Database database, RecordService records, ManifestRules rules, Settings settings) {
    this.database = database;
    this.records = records;
    this.rules = rules;
    maxApps = settings.get(IdentitySettings.REGISTRY_APPS);
    maxVersions = settings.get(IdentitySettings.REGISTRY_VERSIONS);
  }

  private interface Change {
    AppVersion run(Transaction tx, AppManifest manifest);
  }

  /** Checks the manifest before the transaction, because it waits for the look-up of a host. */
  private Future<AppVersion> withManifest(ObjectNode body, Change change) {
    return OffLoop.run(() -> ManifestReader.read(body, rules))
        .compose(manifest -> database.inTransaction(tx -> change.run(tx, manifest)))
        .onSuccess(done -> records.notifyAuditReaders());
  }

  /** Registers an app; the manifest is its version 1, a draft. */
  public Future<AppVersion> register(Caller caller, ObjectNode body) {
    UUID developer = RegistryAccess.person(caller, RegistryAccess.CREATE);
    return withManifest(
        body,
        (tx, manifest) -> {
          tx.execute(
              "select pg_advisory_xact_lock(hashtextextended('apps of ' || $1, 0))",
              developer.toString());
          int apps =
              tx.first("select count(*)::int from registry.app where owner_id = $1", developer)
                  .orElseThrow()
                  .getInteger(0);
          if (apps >= maxApps) {
            throw Problem.conflict("a developer may have at most " + maxApps + " apps");
          }
          UUID app = Uuids.timeOrdered();
          tx.execute("insert into registry.app (id, owner_id) values ($1, $2)", app, developer);
          return inserted(tx, caller, app, 1, developer, manifest);
        });
  }

  /** Adds a version, a draft; its approval replaces the version in use. */
  public Future<AppVersion> addVersion(Caller caller, UUID app, ObjectNode body) {
    UUID developer = RegistryAccess.person(caller, RegistryAccess.UPDATE);
    return withManifest(
        body,
        (tx, manifest) -> {
          own(tx, app, developer);
          int last =
              tx.first("select max(number) from registry.app_version where app_id = $1", app)
                  .orElseThrow()
                  .getInteger(0);
          if (last >= maxVersions) {
            throw Problem.conflict("an app may have at most " + maxVersions + " versions");
          }
          return inserted(tx, caller, app, last + 1, developer, manifest);
        });
  }

  private static AppVersion inserted(
      Transaction tx, Caller caller, UUID app, int number, UUID developer, AppManifest manifest) {
    requireOwnName(tx, app, manifest);
    AppKeys.requireOwn(tx, app, manifest);
    tx.execute(
        """
        insert into registry.app_version (app_id, number, state, manifest, name, skeleton, author_id)
        values ($1, $2, 'DRAFT', $3, $4, $5, $6)
        """,
        app,
        number,
        Json.write(manifest.toJson()),
        manifest.name(),
        AppName.skeleton(manifest.name()),
        developer);
    return noted(tx, caller, AuditNote.Action.CREATE, app, number, developer);
  }

  private static void requireOwnName(Transaction tx, UUID app, AppManifest manifest) {
    if (AppNames.isTaken(tx, app, manifest.name())) {
      throw Problem.invalid(
          Violation.at(
              "imitation", "/name", "another app has this name or one that looks like it"));
    }
  }

  /** Replaces the manifest of a draft; 409 in any other state. */
  public Future<AppVersion> replace(Caller caller, UUID app, int number, ObjectNode body) {
    UUID developer = RegistryAccess.person(caller, RegistryAccess.UPDATE);
    return withManifest(
        body,
        (tx, manifest) -> {
          own(tx, app, developer);
          AppVersion version = existing(tx, app, number);
          if (version.state() != VersionState.DRAFT) {
            throw Problem.of(
                ProblemType.IMMUTABLE_RECORD,
                "a version in state " + version.state() + " never changes; add a version");
          }
          requireOwnName(tx, app, manifest);
          AppKeys.requireOwn(tx, app, manifest);
          tx.execute(
              """
              update registry.app_version
              set manifest = $3, name = $4, skeleton = $5, author_id = $6, updated_at = now()
              where app_id = $1 and number = $2
              """,
              app,
              number,
              Json.write(manifest.toJson()),
              manifest.name(),
              AppName.skeleton(manifest.name()),
              developer);
          return noted(tx, caller, AuditNote.Action.UPDATE, app, number, developer);
        });
  }

  /** Submits a draft to the reviewers; one version of an app can wait for them at a time. */
  public Future<AppVersion> submit(Caller caller, UUID app, int number) {
    UUID developer = RegistryAccess.person(caller, RegistryAccess.UPDATE);
    return changed(
        tx -> {
          own(tx, app, developer);
          AppVersion version = existing(tx, app, number);
          version.state().require(VersionState.SUBMITTED);
          if (tx.first(
                  "select 1 from registry.app_version where app_id = $1 and state = 'SUBMITTED'",
                  app)
              .isPresent()) {
            throw Problem.conflict("another version of the app waits for its review");
          }
          if (AppNames.isTaken(tx, app, version.manifest().path("name").asText())) {
            throw Problem.conflict("another app has this name or one that looks like it");
          }
          AppKeys.take(tx, app, StoredManifest.of(version.manifest()));
          tx.execute(
              """
              update registry.app_version
              set state = 'SUBMITTED', submitted_at = now(), updated_at = now()
              where app_id = $1 and number = $2
              """,
              app,
              number);
          return noted(tx, caller, AuditNote.Action.UPDATE, app, number, developer);
        });
  }

  /** Withdraws a draft or a submitted version. The version in use ends with its app only. */
  public Future<AppVersion> withdraw(Caller caller, UUID app, int number) {
    UUID developer = RegistryAccess.person(caller, RegistryAccess.UPDATE);
    return changed(
        tx -> {
          own(tx, app, developer);
          AppVersion version = existing(tx, app, number);
          version.state().require(VersionState.WITHDRAWN);
          if (version.state() == VersionState.APPROVED) {
            throw Problem.of(
                ProblemType.INVALID_TRANSITION,
                "the version in use ends by a newer one or with the app");
          }
          tx.execute(
              """
              update registry.app_version set state = 'WITHDRAWN', updated_at = now()
              where app_id = $1 and number = $2
              """,
              app,
              number);
          return noted(tx, caller, AuditNote.Action.UPDATE, app, number, developer);
        });
  }

  private Future<AppVersion> changed(Script<AppVersion> script) {
    return database.inTransaction(script).onSuccess(done -> records.notifyAuditReaders());
  }

  /** Locks an app of the developer: 404 for those of others, 409 for a withdrawn one. */
  private static void own(Transaction tx, UUID app, UUID developer) {
    RegisteredApp locked =
        AppTables.lock(tx, app)
            .filter(one -> one.owner().equals(developer))
            .orElseThrow(AppQueries::noApp);
    requireInUse(locked);
  }

  static void requireInUse(RegisteredApp app) {
    if (app.withdrawal().isPresent()) {
      throw Problem.of(ProblemType.INVALID_TRANSITION, "the app is withdrawn");
    }
  }

  static AppVersion existing(Transaction tx, UUID app, int number) {
    return AppTables.version(tx, app, number).orElseThrow(AppQueries::noVersion);
  }

  /** The version as it is now, with an audit entry about its state. */
  static AppVersion noted(
      Transaction tx, Caller by, AuditNote.Action action, UUID app, int number, UUID owner) {
    AppVersion version = existing(tx, app, number);
    String name = version.manifest().path("name").asText();
    String changed = "version %d: %s".formatted(number, version.state());
    AppNotes.write(tx, by, action, app, name, owner, changed);
    return version;
  }
}
