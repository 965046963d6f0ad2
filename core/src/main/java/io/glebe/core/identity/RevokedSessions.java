package io.glebe.core.identity;

import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;

/**
 * Sign-ins that have ended, on every node: tokens that carry their {@code sid} hold no longer. A
 * bounded set in memory, read from the database at the start and whenever one is added.
 */
public final class RevokedSessions implements Revocations {
  /** What is published whenever a session or a hashed token is revoked. */
  public static final String TOPIC = "tokens_revoked";

  /** Most ended sign-ins that are remembered; they leave when their last token has expired. */
  static final int MAX_SESSIONS = 100_000;

  private record Ended(String issuer, String session) {}

  private final Database database;
  private final InstantSource clock;
  private volatile Set<Ended> ended = Set.of();

  public RevokedSessions(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  @Override
  public boolean revoked(VerifiedToken token) {
    Set<Ended> now = ended;
    return !now.isEmpty()
        && token.session().isPresent()
        && now.contains(new Ended(token.issuer(), token.session().get()));
  }

  /** Reads what has ended, and again on every change; {@code drop} is called after each reading. */
  public Future<Void> follow(Notifications notifications, Runnable drop) {
    notifications.subscribe(TOPIC, payload -> read().onSuccess(done -> drop.run()));
    return notifications.listening(TOPIC).compose(confirmed -> read());
  }

  private Future<Void> read() {
    return database
        .query(
            "select issuer, session from identity.revoked_session where until > $1 limit $2",
            clock.instant().atOffset(ZoneOffset.UTC),
            MAX_SESSIONS)
        .map(
            rows -> {
              Set<Ended> all = new HashSet<>();
              for (Row row : rows) {
                all.add(new Ended(row.getString("issuer"), row.getString("session")));
              }
              ended = Set.copyOf(all);
              return null;
            });
  }

  /**
   * Ends a sign-in for all nodes.
   *
   * @param until when the last token of it has expired
   */
  public Future<Void> end(String issuer, String session, Instant until) {
    return database.inTransaction(
        tx -> {
          tx.update(
              "delete from identity.revoked_session where until < $1",
              clock.instant().atOffset(ZoneOffset.UTC));
          tx.update(
              """
              insert into identity.revoked_session (issuer, session, until) values ($1, $2, $3)
              on conflict (issuer, session) do update set until = excluded.until
              """,
              issuer,
              session,
              until.atOffset(ZoneOffset.UTC));
          Notifications.publish(tx, TOPIC, "session");
          return null;
        });
  }
}
