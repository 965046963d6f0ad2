package io.glebe.core.identity;

import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Transaction;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The ended sign-ins of all processes; tokens with their {@code sid} are revoked. A bounded set in
 * memory, read from the database at the start and after each addition.
 */
public final class RevokedSessions implements Revocations {
  /** The topic that is notified when a session or a hashed token is revoked. */
  public static final String TOPIC = "tokens_revoked";

  /** Maximum number of ended sign-ins; they are removed when their last token has expired. */
  static final int MAX_SESSIONS = 100_000;

  private record Ended(String issuer, String session) {}

  private final Database database;
  private final InstantSource clock;
  private final Runnable changed;

  /** With the time at which their last token expires; entries are not removed before. */
  private final Map<Ended, Instant> ended = new ConcurrentHashMap<>();

  /**
   * Call {@link #follow} before use.
   *
   * @param changed called after the set has changed; must not block
   */
  public RevokedSessions(Database database, InstantSource clock, Runnable changed) {
    this.database = database;
    this.clock = clock;
    this.changed = changed;
  }

  @Override
  public boolean revoked(VerifiedToken token) {
    return !ended.isEmpty()
        && token.session().isPresent()
        && ended.containsKey(new Ended(token.issuer(), token.session().get()));
  }

  /** Reads the ended sign-ins now and after each change of another process. */
  public Future<Void> follow(Notifications notifications) {
    notifications.follow(TOPIC, payload -> read().onSuccess(done -> changed.run()));
    return notifications.listening(TOPIC).compose(confirmed -> read());
  }

  private Future<Void> read() {
    return database
        .query(
            "select issuer, session, until from identity.revoked_session where until > $1 limit $2",
            clock.instant().atOffset(ZoneOffset.UTC),
            MAX_SESSIONS)
        .map(
            rows -> {
              Instant now = clock.instant();
              ended.values().removeIf(now::isAfter);
              for (Row row : rows) {
                Ended one = new Ended(row.getString("issuer"), row.getString("session"));
                ended.put(one, row.getOffsetDateTime("until").toInstant());
              }
              return null;
            });
  }

  /**
   * Ends a sign-in: in this process before the future completes, in others when they are notified.
   *
   * @param until time at which its last token expires
   */
  public Future<Void> end(String issuer, String session, Instant until) {
    return database
        .<Void>inTransaction(
            tx -> {
              tx.update(
                  "delete from identity.revoked_session where until < $1",
                  clock.instant().atOffset(ZoneOffset.UTC));
              end(tx, issuer, session, until);
              return null;
            })
        .map(done -> ended(issuer, session, until));
  }

  /** Ends a sign-in in a transaction; call {@link #ended} after its commit. */
  static void end(Transaction tx, String issuer, String session, Instant until) {
    tx.update(
        """
        insert into identity.revoked_session (issuer, session, until) values ($1, $2, $3)
        on conflict (issuer, session) do update set until = excluded.until
        """,
        issuer,
        session,
        until.atOffset(ZoneOffset.UTC));
    Notifications.publish(tx, TOPIC, "session");
  }

  /** Applies in this process the committed end of a sign-in. */
  @Nullable Void ended(String issuer, String session, Instant until) {
    ended.put(new Ended(issuer, session), until);
    changed.run();
    return null;
  }
}
