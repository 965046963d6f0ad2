package io.glebe.core.registry;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.glebe.core.identity.RevokedClients;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.registry.provider.ProviderClient;
import io.glebe.core.thread.Awaiting;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * The clients that a process may change at the identity provider. A claim is stored before the call
 * and its result after it, each in a short transaction, so no database connection waits for the
 * provider. A claim ends with its result, or after its duration when the process has ended.
 */
final class ClientClaims {
  private static final int MAX_PAUSE_SECONDS = 300;

  /** A new wanted state is tried at once; one that failed waits for its next attempt. */
  private static final String CLAIM =
      """
      update registry.client
      set claim = $1, claimed_until = now() + $2::double precision * interval '1 millisecond'
      where app_id = (
        select c.app_id
        from registry.client c
        join registry.app a on a.id = c.app_id
        where c.done_revision < a.revision
          and (c.next_at <= now() or c.tried_revision < a.revision)
          and c.claimed_until <= now()
        order by c.next_at
        limit 1
        for update of c skip locked)
      returning app_id
      """;

  private final Database database;
  private final String issuer;
  private final Duration duration;

  /**
   * A claimed client.
   *
   * @param id of this claim; a later claim of the same client has another one
   * @param wanted its state, read after the claim
   */
  record Claimed(UUID id, WantedClient wanted) {}

  /**
   * @param issuer issuer of the tokens of apps, as recorded
   * @param duration of a claim; longer than any call to the provider
   */
  ClientClaims(Database database, String issuer, Duration duration) {
    this.database = database;
    this.issuer = issuer;
    this.duration = duration;
  }

  /** Claims a client that has to change; waits for the database. */
  Optional<Claimed> next() {
    return Awaiting.await(database.inTransaction(Purpose.BACKGROUND, this::claimed));
  }

  private Optional<Claimed> claimed(Transaction tx) {
    UUID id = UUID.randomUUID();
    return tx.first(CLAIM, id, (double) duration.toMillis())
        .flatMap(row -> WantedClient.read(tx, row.getUUID(0)))
        .map(wanted -> new Claimed(id, wanted));
  }

  /**
   * Stores a success. Returns false when the claim had ended; the change is then repeated.
   *
   * @param present the client at the provider; empty after its end
   */
  boolean succeeded(Claimed claimed, Optional<ProviderClient> present) {
    return Awaiting.await(
        database.inTransaction(Purpose.BACKGROUND, tx -> storeSuccess(tx, claimed, present)));
  }

  private boolean storeSuccess(Transaction tx, Claimed claimed, Optional<ProviderClient> present) {
    WantedClient wanted = claimed.wanted();
    boolean stored =
        tx.first(
                """
                update registry.client
                set attempts = 0, tried_revision = $3, done_revision = $3, last_error = null,
                  next_at = now(), done_at = now(), claimed_until = '-infinity',
                  client_id = coalesce($4, client_id), management = $5
                where app_id = $1 and claim = $2
                returning app_id
                """,
                wanted.app(),
                claimed.id(),
                wanted.revision(),
                present.map(ProviderClient::id).orElse(null),
                present.flatMap(ProviderClient::management).orElse(null))
            .isPresent();
    if (!stored) {
      repeat(tx, wanted.app());
      return false;
    }
    present.ifPresent(client -> revokeWithdrawn(tx, wanted.app(), client.id()));
    AppNotes.write(
        tx,
        Caller.system(),
        AuditNote.Action.UPDATE,
        wanted.app(),
        wanted.name(),
        wanted.owner(),
        wanted.client().isPresent() ? "client enabled" : "client disabled");
    return true;
  }

  /** An app that was withdrawn during the call did not have this client id at that time. */
  private void revokeWithdrawn(Transaction tx, UUID app, String clientId) {
    tx.execute("select 1 from registry.app where id = $1 for share", app);
    if (tx.first("select 1 from registry.app where id = $1 and withdrawn_at is not null", app)
        .isPresent()) {
      RevokedClients.revoke(tx, issuer, clientId);
    }
  }

  /**
   * A call that outlived its claim may have reached the provider after the call of a later claim,
   * so the provider has to get the wanted state again.
   */
  private static void repeat(Transaction tx, UUID app) {
    tx.execute(
        """
        update registry.client
        set done_revision = 0, tried_revision = 0, next_at = now()
        where app_id = $1
        """,
        app);
  }

  /** Stores a failure, and the time of the next attempt. */
  void failed(Claimed claimed, String error) {
    Awaiting.await(
        database.inTransaction(
            Purpose.BACKGROUND,
            tx -> {
              boolean stored =
                  tx.first(
                          """
                          update registry.client
                          set attempts = attempts + 1, tried_revision = $3, last_error = $4,
                            next_at = now()
                              + least($5, power(2, least(attempts, 16))) * interval '1 second',
                            claimed_until = '-infinity'
                          where app_id = $1 and claim = $2
                          returning app_id
                          """,
                          claimed.wanted().app(),
                          claimed.id(),
                          claimed.wanted().revision(),
                          error,
                          (double) MAX_PAUSE_SECONDS)
                      .isPresent();
              if (!stored) {
                repeat(tx, claimed.wanted().app());
              }
              return stored;
            }));
  }
}
