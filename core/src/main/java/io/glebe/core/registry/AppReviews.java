package io.glebe.core.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.registry.manifest.ManifestReader;
import io.glebe.core.registry.manifest.ManifestRules;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The decisions of reviewers. Nobody reviews the own app, and a manifest with restricted scopes
 * needs two reviewers.
 */
public final class AppReviews {
  private static final String APPROVALS =
      """
      select count(*)
      from registry.review v
      join record.users u on u.id = v.reviewer_id and u.doc ->> 'status' = 'ACTIVE'
      where v.app_id = $1 and v.number = $2 and v.approved
        and (v.reviewer_id = $3 or exists (
          select from record.roles r
          where u.doc -> 'roleIds' ? r.id::text and not r.doc ? 'organizationId'
            and r.doc -> 'permissions' ? 'appReview:create'
            and coalesce(r.doc ->> 'endsAt', '9') > to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')))
      """;

  private final Database database;
  private final RecordService records;
  private final ManifestRules rules;
  private final Set<String> restricted;

  /**
   * @param restricted scopes that need two approvals
   */
  AppReviews(
      Database database, RecordService records, ManifestRules rules, Set<String> restricted) {
    this.database = database;
    this.records = records;
    this.rules = rules;
    this.restricted = Set.copyOf(restricted);
  }

  /** The restricted scopes of a version. */
  public Set<String> restricted(AppVersion version) {
    Set<String> scopes = new TreeSet<>();
    for (JsonNode api : version.manifest().path("access")) {
      api.path("scopes").forEach(scope -> scopes.add(scope.asText()));
    }
    scopes.retainAll(restricted);
    return scopes;
  }

  /** The number of reviewers whose approval the version needs. */
  public int needed(AppVersion version) {
    return restricted(version).isEmpty() ? 1 : 2;
  }

  /**
   * Approves a submitted version; the last needed approval puts it into use. The manifest is
   * checked again: limits, scopes and the network of the logout address may have changed.
   */
  public Future<AppVersion> approve(Caller caller, UUID app, int number, String comment) {
    UUID reviewer = RegistryAccess.reviewer(caller);
    return submitted(app, number)
        .compose(manifest -> OffLoop.run(() -> ManifestReader.read(manifest, rules)))
        .compose(
            valid ->
                database.inTransaction(
                    tx -> {
                      RegisteredApp locked =
                          reviewable(tx, app, number, reviewer, VersionState.APPROVED);
                      review(tx, app, number, reviewer, true, comment);
                      AppVersion version = AppDrafts.existing(tx, app, number);
                      if (approvals(tx, app, number, reviewer) >= needed(version)) {
                        putIntoUse(tx, locked, version);
                      }
                      return AppDrafts.noted(
                          tx, caller, AuditNote.Action.UPDATE, app, number, locked.owner());
                    }))
        .onSuccess(done -> records.notifyAuditReaders());
  }

  /** The manifest of a version that can be approved; it does not change any more. */
  private Future<ObjectNode> submitted(UUID app, int number) {
    return database
        .query(AppTables.VERSIONS + "where v.app_id = $1 and v.number = $2", app, number)
        .map(
            rows -> {
              AppVersion version =
                  AppTables.versions(rows).stream().findFirst().orElseThrow(AppQueries::noVersion);
              version.state().require(VersionState.APPROVED);
              return version.manifest();
            });
  }

  /** Refuses a submitted version with a reason. */
  public Future<AppVersion> reject(Caller caller, UUID app, int number, String reason) {
    UUID reviewer = RegistryAccess.reviewer(caller);
    return database
        .inTransaction(
            tx -> {
              RegisteredApp locked = reviewable(tx, app, number, reviewer, VersionState.REJECTED);
              review(tx, app, number, reviewer, false, reason);
              tx.execute(
                  """
                  update registry.app_version
                  set state = 'REJECTED', reason = $3, decided_at = now(), updated_at = now()
                  where app_id = $1 and number = $2
                  """,
                  app,
                  number,
                  reason);
              return AppDrafts.noted(
                  tx, caller, AuditNote.Action.UPDATE, app, number, locked.owner());
            })
        .onSuccess(done -> records.notifyAuditReaders());
  }

  private static RegisteredApp reviewable(
      Transaction tx, UUID app, int number, UUID reviewer, VersionState following) {
    RegisteredApp locked = AppTables.lock(tx, app).orElseThrow(AppQueries::noApp);
    AppVersion version = AppDrafts.existing(tx, app, number);
    if (reviewer.equals(locked.owner()) || reviewer.equals(version.author())) {
      throw Problem.forbidden("nobody may review the own app");
    }
    AppDrafts.requireInUse(locked);
    version.state().require(following);
    return locked;
  }

  private static void review(
      Transaction tx, UUID app, int number, UUID reviewer, boolean approved, String comment) {
    int added =
        tx.update(
            """
            insert into registry.review (app_id, number, reviewer_id, approved, comment)
            values ($1, $2, $3, $4, $5)
            on conflict (app_id, number, reviewer_id)
            do update set approved = false, comment = excluded.comment, at = now()
            where not excluded.approved
            """,
            app,
            number,
            reviewer,
            approved,
            comment);
    if (added == 0) {
      throw Problem.conflict("the reviewer has approved this version; another one is needed");
    }
  }

  /** Approvals of people who may still review; the caller was checked before. */
  private static long approvals(Transaction tx, UUID app, int number, UUID caller) {
    return tx.first(APPROVALS, app, number, caller).orElseThrow().getLong(0);
  }

  private static void putIntoUse(Transaction tx, RegisteredApp app, AppVersion version) {
    if (AppNames.isTaken(tx, app.id(), version.manifest().path("name").asText())) {
      throw Problem.conflict("another app has this name or one that looks like it");
    }
    tx.execute(
        """
        update registry.app_version set state = 'SUPERSEDED', updated_at = now()
        where app_id = $1 and state = 'APPROVED'
        """,
        app.id());
    tx.execute(
        """
        update registry.app_version
        set state = 'APPROVED', approved = true, decided_at = now(), updated_at = now()
        where app_id = $1 and number = $2
        """,
        app.id(),
        version.number());
    tx.execute("update registry.app set revision = revision + 1 where id = $1", app.id());
    tx.execute(
        "insert into registry.client (app_id) values ($1) on conflict (app_id) do nothing",
        app.id());
    Notifications.publish(tx, ClientOutbox.TOPIC, app.id().toString());
  }
}
