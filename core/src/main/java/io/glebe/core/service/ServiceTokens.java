package io.glebe.core.service;

import io.glebe.core.access.CallerKind;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.access.ServiceIdentity;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Transaction;
import io.glebe.core.identity.Audiences;
import io.glebe.core.identity.PlatformTokens;
import io.glebe.core.identity.TokenRefused;
import io.glebe.core.identity.VerifiedToken;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Tokens of services: random texts that the platform issues and stores as SHA-256 only. They are
 * valid for the farm API and the spatio-temporal API until they expire or their service is
 * disabled, on every process.
 */
public final class ServiceTokens implements PlatformTokens.Form {
  /** The topic that is notified when tokens end before their time. */
  static final String TOPIC = "service_tokens";

  private static final String PREFIX = "svc_";
  private static final Set<String> AUDIENCES = Set.of(Audiences.FARM, Audiences.SPATIO);

  /** Longest time for which a process uses a token without reading it again. */
  private static final Duration KNOWN = Duration.ofMinutes(1);

  /** A new token; it is shown only once. */
  public record Issued(String token, Duration life) {
    @Override
    public String toString() {
      return "Issued";
    }
  }

  private final Database database;
  private final ScopeMap scopes;
  private final InstantSource clock;
  private final Runnable ended;
  private final Duration life;
  private final int maxTokens;

  /**
   * @param ended runs in this process after tokens have ended; must not block
   */
  public ServiceTokens(
      Database database, ScopeMap scopes, Settings settings, InstantSource clock, Runnable ended) {
    this.database = database;
    this.scopes = scopes;
    this.clock = clock;
    this.ended = ended;
    life = settings.get(ServiceSettings.TOKEN_LIFE);
    maxTokens = settings.get(ServiceSettings.TOKENS);
  }

  /** Follows the ends of tokens in other processes. */
  public Future<Void> follow(Notifications notifications) {
    notifications.subscribe(TOPIC, payload -> ended.run());
    return notifications.listening(TOPIC);
  }

  /** Ends all tokens of a service in a transaction; call {@link #ended} after its commit. */
  static void end(Transaction tx, UUID service) {
    tx.execute("delete from service.token where service_id = $1", service);
    Notifications.publish(tx, TOPIC, service.toString());
  }

  /** Drops cached tokens of this process. */
  void ended() {
    ended.run();
  }

  /** Issues a token; beyond the limit of the service its oldest tokens end. */
  Issued issue(Transaction tx, UUID service) {
    String token = PREFIX + ServiceSecrets.fresh();
    tx.execute("delete from service.token where service_id = $1 and expires_at < now()", service);
    int over =
        tx.update(
            """
            delete from service.token
            where digest in (
              select digest
              from service.token
              where service_id = $1
              order by created_at desc
              offset $2)
            """,
            service,
            maxTokens - 1);
    if (over > 0) {
      Notifications.publish(tx, TOPIC, service.toString());
    }
    tx.execute(
        """
        insert into service.token (digest, service_id, expires_at)
        values ($1, $2, now() + $3 * interval '1 second')
        """,
        ServiceSecrets.digest(token),
        service,
        (double) life.toSeconds());
    return new Issued(token, life);
  }

  @Override
  public Optional<Future<VerifiedToken>> apply(String bearer, String audience) {
    if (!bearer.startsWith(PREFIX)) {
      return Optional.empty();
    }
    if (!AUDIENCES.contains(audience)) {
      return Optional.of(
          Future.failedFuture(TokenRefused.invalid("the token is not for this API")));
    }
    Buffer digest = ServiceSecrets.digest(bearer);
    return Optional.of(
        database
            .query(
                """
                select t.service_id, t.expires_at
                from service.token t
                join service.service s on s.id = t.service_id
                where t.digest = $1 and s.enabled
                """,
                digest)
            .map(rows -> verified(rows, audience)));
  }

  private VerifiedToken verified(RowSet<Row> rows, String audience) {
    if (rows.size() == 0) {
      throw TokenRefused.invalid("the token is unknown");
    }
    Row row = rows.iterator().next();
    Instant now = clock.instant();
    Instant end = row.getOffsetDateTime("expires_at").toInstant();
    if (!now.isBefore(end)) {
      throw TokenRefused.invalid("the token has expired");
    }
    Instant soon = now.plus(KNOWN);
    String client = ServiceIdentity.clientId(row.getUUID("service_id"));
    return new VerifiedToken(
        CallerKind.CLIENT,
        ServiceIdentity.ISSUER,
        client,
        Optional.of(client),
        audience,
        scopes.names().getOrDefault(audience, Set.of()),
        end.isBefore(soon) ? end : soon,
        Optional.empty(),
        Optional.empty());
  }
}
