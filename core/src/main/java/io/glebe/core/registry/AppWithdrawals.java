package io.glebe.core.registry;

import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Transaction;
import io.glebe.core.identity.RevokedClients;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.registry.provider.ClientRegistration;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/**
 * The end of apps: by their developer, or by a reviewer. The platform refuses the tokens of the app
 * from the commit on; the identity provider disables the client.
 */
public final class AppWithdrawals {
  private final Database database;
  private final RecordService records;
  private final RevokedClients revoked;
  private final String issuer;
  private final ClientRegistration provider;

  /**
   * @param issuer issuer of the tokens of apps, as recorded
   */
  AppWithdrawals(
      Database database,
      RecordService records,
      RevokedClients revoked,
      String issuer,
      ClientRegistration provider) {
    this.database = database;
    this.records = records;
    this.revoked = revoked;
    this.issuer = issuer;
    this.provider = provider;
  }

  /** Withdraws an app for good; 409 if it is withdrawn already. */
  public Future<RegisteredApp> withdraw(Caller caller, UUID app, String reason) {
    boolean reviews = Access.mayOnPlatform(caller, RegistryAccess.REVIEW);
    UUID person =
        RegistryAccess.person(caller, reviews ? RegistryAccess.REVIEW : RegistryAccess.UPDATE);
    return database
        .inTransaction(tx -> withdrawn(tx, caller, person, reviews, app, reason))
        .map(
            ended -> {
              ended.clientId(provider).ifPresent(client -> revoked.revoked(issuer, client));
              records.notifyAuditReaders();
              return ended;
            });
  }

  private RegisteredApp withdrawn(
      Transaction tx, Caller caller, UUID person, boolean reviews, UUID app, String reason) {
    RegisteredApp locked =
        AppTables.lock(tx, app)
            .filter(one -> reviews || one.owner().equals(person))
            .orElseThrow(AppQueries::noApp);
    AppDrafts.requireInUse(locked);
    tx.execute(
        """
        update registry.app
        set withdrawn_at = now(), withdrawn_by = $2, withdrawal_reason = $3,
          revision = revision + 1
        where id = $1
        """,
        app,
        person,
        reason);
    tx.execute(
        """
        update registry.app_version set state = 'WITHDRAWN', updated_at = now()
        where app_id = $1 and state in ('DRAFT', 'SUBMITTED', 'APPROVED')
        """,
        app);
    locked.clientId(provider).ifPresent(client -> RevokedClients.revoke(tx, issuer, client));
    Notifications.publish(tx, ClientOutbox.TOPIC, app.toString());
    Optional<RegisteredApp> ended = AppTables.lock(tx, app);
    AppNotes.write(
        tx, caller, AuditNote.Action.DELETE, app, locked.name(), locked.owner(), "withdrawn");
    return ended.orElseThrow();
  }
}
