package io.glebe.core.identity.session;

import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.thread.ListenerRegistration;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Browser sessions that every process serves. Bounded: when there are too many, the least recently
 * used are removed. One process at a time renews the tokens of a session, because a refresh token
 * may be valid only once.
 */
public final class SharedSessions {
  /** The topic of ended sessions; the payload is the digest. */
  public static final String TOPIC = "console_sessions_ended";

  /** Maximum number of sessions. */
  static final int MAX_SESSIONS = 10_000;

  private static final String OPEN =
      """
      with old as (
        delete from identity.console_session
        where used_at < $6 or since < $7 or digest in (
          select digest from identity.console_session order by used_at desc offset $8)
      )
      insert into identity.console_session (digest, subject, sid, sealed, version, since, used_at)
      values ($1, $2, $3, $4, 1, $5, $5)
      """;

  private static final String USE =
      """
      update identity.console_session set used_at = $2
      where digest = $1 and used_at > $3 and since > $4
      returning sealed, version, since
      """;

  private static final String LEASE =
      """
      update identity.console_session set refreshing_until = now() + $3 * interval '1 second'
      where digest = $1 and version = $2 and (refreshing_until is null or refreshing_until < now())
      returning version
      """;

  private static final String RENEW =
      """
      update identity.console_session
      set sealed = $3, version = version + 1, refreshing_until = null
      where digest = $1 and version = $2
      returning version
      """;

  private static final String END =
      """
      with ended as (delete from identity.console_session where %s = $1 returning digest)
      select digest, pg_notify('%s', digest) from ended
      """;

  private final Database database;
  private final Notifications notifications;
  private final InstantSource clock;
  private final Duration idle;
  private final Duration age;

  /**
   * @param idle life of a session without a request
   * @param age longest life of a session
   */
  public SharedSessions(
      Database database,
      Notifications notifications,
      InstantSource clock,
      Duration idle,
      Duration age) {
    this.database = database;
    this.notifications = notifications;
    this.clock = clock;
    this.idle = idle;
    this.age = age;
  }

  /**
   * A stored session.
   *
   * @param version increases with every renewal of its tokens
   */
  public record Stored(byte[] sealed, long version, Instant since) {
    private static Stored of(Row row) {
      return new Stored(
          row.getBuffer("sealed").getBytes(),
          row.getLong("version"),
          row.getOffsetDateTime("since").toInstant());
    }
  }

  /** Stores a new session; its version is 1. */
  public Future<Void> open(SecretText cookie, String subject, Optional<String> sid, byte[] sealed) {
    return database
        .query(
            OPEN,
            cookie.digest(),
            subject,
            sid.orElse(null),
            Buffer.buffer(sealed),
            now(),
            ago(idle),
            ago(age),
            MAX_SESSIONS - 1)
        .mapEmpty();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private OffsetDateTime ago(Duration duration) {
    return clock.instant().minus(duration).atOffset(ZoneOffset.UTC);
  }

  /** Returns a session and notes its use; empty when it has ended. */
  public Future<Optional<Stored>> use(SecretText cookie) {
    return database
        .query(USE, Tuple.of(cookie.digest(), now(), ago(idle), ago(age)))
        .map(SharedSessions::only);
  }

  private static Optional<Stored> only(RowSet<Row> rows) {
    return rows.size() == 0 ? Optional.empty() : Optional.of(Stored.of(rows.iterator().next()));
  }

  /**
   * Reserves the renewal of the tokens for this process.
   *
   * @param version of the tokens that are renewed
   * @return false when another process renews or has renewed them, or the session has ended
   */
  public Future<Boolean> lease(SecretText cookie, long version, Duration life) {
    return database
        .query(LEASE, Tuple.of(cookie.digest(), version, (int) life.toSeconds()))
        .map(rows -> rows.size() > 0);
  }

  /** Stores renewed tokens; returns their version, or nothing when the session has ended. */
  public Future<Optional<Long>> renew(SecretText cookie, long version, byte[] sealed) {
    return database
        .query(RENEW, Tuple.of(cookie.digest(), version, Buffer.buffer(sealed)))
        .map(
            rows ->
                rows.size() == 0
                    ? Optional.empty()
                    : Optional.of(rows.iterator().next().getLong(0)));
  }

  /** Gives the reserved renewal back after a failure. */
  public Future<Void> release(SecretText cookie) {
    return database
        .query(
            "update identity.console_session set refreshing_until = null where digest = $1",
            cookie.digest())
        .mapEmpty();
  }

  /** Ends a session in all processes, and returns the digests of what ended. */
  public Future<List<String>> end(SecretText cookie) {
    return end("digest", cookie.digest());
  }

  /** Ends the sessions of a sign-in at the provider. */
  public Future<List<String>> endSid(String sid) {
    return end("sid", sid);
  }

  /** Ends all sessions of a user. */
  public Future<List<String>> endSubject(String subject) {
    return end("subject", subject);
  }

  private Future<List<String>> end(String column, String value) {
    return database
        .query(END.formatted(column, TOPIC), value)
        .map(
            rows -> {
              List<String> digests = new ArrayList<>();
              rows.forEach(row -> digests.add(row.getString("digest")));
              return digests;
            });
  }

  /** Calls a listener with the digest of each ended session, or {@link Notifications#GAP}. */
  public ListenerRegistration onEnd(Consumer<String> listener) {
    return notifications.subscribe(TOPIC, listener);
  }
}
