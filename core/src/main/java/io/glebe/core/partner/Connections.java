package io.glebe.core.partner;

import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.SharedCalls;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * Stores which users are connected to the partner. Tokens are encrypted in the database and renewed
 * before they expire: once for all waiting requests of this process, and under a row lock between
 * processes.
 */
final class Connections {
  /** A token that expires within this time is renewed before it is used. */
  static final Duration MARGIN = Duration.ofSeconds(60);

  private static final String ROW =
      "select access_token, refresh_token, expires_at from partner.connection where provider = $1"
          + " and user_id = $2";

  private static final String KEEP =
      "insert into partner.connection (provider, user_id, access_token, refresh_token, expires_at)"
          + " values ($1, $2, $3, $4, $5) on conflict (provider, user_id) do update set"
          + " access_token = excluded.access_token, refresh_token = excluded.refresh_token,"
          + " expires_at = excluded.expires_at, connected_at = now() returning connected_at,"
          + " xmax = 0";

  /** When a user was connected, and when the current token expires. */
  record Connection(Instant connectedAt, Instant expiresAt, boolean renewable, boolean fresh) {}

  private record Held(String access, Optional<String> refresh, Instant expiresAt) {}

  private final Database database;
  private final PartnerOAuth oauth;
  private final PartnerPlatform platform;
  private final TokenSeal seal;
  private final InstantSource clock;
  private final SharedCalls<UUID, String> renewals = new SharedCalls<>();

  Connections(
      Database database,
      PartnerOAuth oauth,
      PartnerPlatform platform,
      TokenSeal seal,
      InstantSource clock) {
    this.database = database;
    this.oauth = oauth;
    this.platform = platform;
    this.seal = seal;
    this.clock = clock;
  }

  /**
   * Stores the grant of the partner and replaces an earlier connection.
   *
   * @param witness writes the audit entry in the same transaction
   */
  Future<Connection> keep(
      UUID user, PartnerOAuth.Grant grant, BiConsumer<Transaction, Connection> witness) {
    return database.inTransaction(
        transaction -> {
          Row row =
              transaction
                  .first(
                      KEEP,
                      platform.name(),
                      user,
                      sealed(user, grant.accessToken()),
                      grant.refreshToken().map(token -> sealed(user, token)).orElse(null),
                      utc(grant.expiresAt()))
                  .orElseThrow();
          Connection kept =
              new Connection(
                  row.getOffsetDateTime(0).toInstant(),
                  grant.expiresAt(),
                  grant.refreshToken().isPresent(),
                  row.getBoolean(1));
          witness.accept(transaction, kept);
          return kept;
        });
  }

  /** Returns the tokens of one user. */
  Bearer bearer(UUID user) {
    return new Bearer() {
      @Override
      public Future<String> token() {
        return database
            .query(ROW, platform.name(), user)
            .map(rows -> rows.size() == 0 ? null : rows.iterator().next())
            .map(row -> held(user, row).orElseThrow(() -> unconnected()))
            .compose(
                held ->
                    isFresh(held)
                        ? Future.succeededFuture(held.access())
                        : Connections.this.renewed(user, Optional.empty()));
      }

      @Override
      public Future<String> renewed(String refused) {
        return Connections.this.renewed(user, Optional.of(refused));
      }
    };
  }

  private Future<String> renewed(UUID user, Optional<String> refused) {
    AtomicBoolean own = new AtomicBoolean();
    return renewals
        .join(
            user,
            () -> {
              own.set(true);
              return renew(user, refused);
            })
        .compose(
            token ->
                !own.get() && refused.filter(token::equals).isPresent()
                    ? renewed(user, refused)
                    : Future.succeededFuture(token));
  }

  /**
   * Renews in one transaction, so that another process waits for the result and does not ask too.
   */
  private Future<String> renew(UUID user, Optional<String> refused) {
    return database
        .inTransaction(Purpose.BACKGROUND, transaction -> renew(transaction, user, refused))
        .map(token -> token.orElseThrow(this::unconnected));
  }

  private Optional<String> renew(Transaction transaction, UUID user, Optional<String> refused) {
    Optional<Held> found =
        transaction.first(ROW + " for update", platform.name(), user).flatMap(r -> held(user, r));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Held held = found.get();
    boolean usable = refused.filter(held.access()::equals).isEmpty();
    if (usable && isFresh(held)) {
      return Optional.of(held.access()); // another request has already renewed it
    }
    if (held.refresh().isEmpty()) {
      return usable && clock.instant().isBefore(held.expiresAt())
          ? Optional.of(held.access())
          : ended(transaction, user);
    }
    try {
      return Optional.of(
          stored(transaction, user, held, Transaction.await(oauth.refresh(held.refresh().get()))));
    } catch (Problem refusal) {
      if (refusal.type() == ProblemType.CONFLICT) {
        return ended(transaction, user);
      }
      if (usable && clock.instant().isBefore(held.expiresAt())) {
        return Optional.of(held.access()); // the next request tries again
      }
      throw refusal;
    }
  }

  private String stored(Transaction transaction, UUID user, Held before, PartnerOAuth.Grant grant) {
    String refresh = grant.refreshToken().or(before::refresh).orElseThrow();
    transaction.update(
        "update partner.connection set access_token = $3, refresh_token = $4, expires_at = $5 where"
            + " provider = $1 and user_id = $2",
        platform.name(),
        user,
        sealed(user, grant.accessToken()),
        sealed(user, refresh),
        utc(grant.expiresAt()));
    return grant.accessToken();
  }

  /** The user revoked the grant, or it expired: only a new sign-in helps. */
  private Optional<String> ended(Transaction transaction, UUID user) {
    transaction.update(
        "delete from partner.connection where provider = $1 and user_id = $2",
        platform.name(),
        user);
    return Optional.empty();
  }

  private boolean isFresh(Held held) {
    return clock.instant().plus(MARGIN).isBefore(held.expiresAt());
  }

  private Problem unconnected() {
    return Problem.conflict(
        "not connected to "
            + platform.name()
            + ": sign in at "
            + platform.authorize()
            + " and send the code to /v1/vendors/partner/access-token");
  }

  /** A row whose encryption key was removed from the settings counts as missing. */
  private Optional<Held> held(UUID user, Row row) {
    if (row == null) {
      return Optional.empty();
    }
    Optional<String> access = opened(user, row.getBuffer(0));
    Optional<String> refresh = Optional.ofNullable(row.getBuffer(1)).flatMap(b -> opened(user, b));
    return access.map(token -> new Held(token, refresh, row.getOffsetDateTime(2).toInstant()));
  }

  private Optional<String> opened(UUID user, Buffer sealed) {
    return seal.open(owner(user), sealed.getBytes());
  }

  private Buffer sealed(UUID user, String token) {
    return Buffer.buffer(seal.seal(owner(user), token));
  }

  private String owner(UUID user) {
    return platform.name() + " " + user;
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
