package io.glebe.core.partner;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.secret.TokenSeal;
import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.SharedCalls;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.net.URLEncoder;
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
      """
      select access_token, refresh_token, expires_at
      from partner.connection
      where provider = $1 and user_id = $2
      """;

  private static final String KEEP =
      """
      insert into partner.connection (provider, user_id, access_token, refresh_token, expires_at)
      values ($1, $2, $3, $4, $5)
      on conflict (provider, user_id) do update
        set access_token = excluded.access_token, refresh_token = excluded.refresh_token,
          expires_at = excluded.expires_at, connected_at = now()
      returning connected_at, xmax = 0
      """;

  /** When a user was connected, and when the current token expires. */
  record Connection(Instant connectedAt, Instant expiresAt, boolean renewable, boolean isNew) {}

  private record StoredTokens(String access, Optional<String> refresh, Instant expiresAt) {}

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
   * @param onStored writes the audit entry in the same transaction
   */
  Future<Connection> store(
      UUID user, PartnerOAuth.Grant grant, BiConsumer<Transaction, Connection> onStored) {
    return database.inTransaction(
        transaction -> {
          Row row =
              transaction
                  .first(
                      KEEP,
                      platform.name(),
                      user,
                      seal(user, grant.accessToken()),
                      grant.refreshToken().map(token -> seal(user, token)).orElse(null),
                      utc(grant.expiresAt()))
                  .orElseThrow();
          Connection connection =
              new Connection(
                  row.getOffsetDateTime(0).toInstant(),
                  grant.expiresAt(),
                  grant.refreshToken().isPresent(),
                  row.getBoolean(1));
          onStored.accept(transaction, connection);
          return connection;
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
            .map(row -> read(user, row).orElseThrow(() -> notConnected()))
            .compose(
                stored ->
                    isFresh(stored)
                        ? Future.succeededFuture(stored.access())
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
        .map(token -> token.orElseThrow(this::notConnected));
  }

  private Optional<String> renew(Transaction transaction, UUID user, Optional<String> refused) {
    Optional<StoredTokens> row =
        transaction.first(ROW + " for update", platform.name(), user).flatMap(r -> read(user, r));
    if (row.isEmpty()) {
      return Optional.empty();
    }
    StoredTokens stored = row.get();
    boolean usable = refused.filter(stored.access()::equals).isEmpty();
    if (usable && isFresh(stored)) {
      return Optional.of(stored.access()); // another request has already renewed it
    }
    if (stored.refresh().isEmpty()) {
      return usable && clock.instant().isBefore(stored.expiresAt())
          ? Optional.of(stored.access())
          : delete(transaction, user);
    }
    try {
      return Optional.of(
          update(transaction, user, stored, Awaiting.await(oauth.refresh(stored.refresh().get()))));
    } catch (Problem refusal) {
      if (refusal.type() == ProblemType.CONFLICT) {
        return delete(transaction, user);
      }
      if (usable && clock.instant().isBefore(stored.expiresAt())) {
        return Optional.of(stored.access()); // the next request tries again
      }
      throw refusal;
    }
  }

  private String update(
      Transaction transaction, UUID user, StoredTokens previous, PartnerOAuth.Grant grant) {
    String refresh = grant.refreshToken().or(previous::refresh).orElseThrow();
    transaction.update(
        """
        update partner.connection
        set access_token = $3, refresh_token = $4, expires_at = $5
        where provider = $1 and user_id = $2
        """,
        platform.name(),
        user,
        seal(user, grant.accessToken()),
        seal(user, refresh),
        utc(grant.expiresAt()));
    return grant.accessToken();
  }

  /** The user revoked the grant, or it expired: only a new sign-in helps. */
  private Optional<String> delete(Transaction transaction, UUID user) {
    transaction.update(
        "delete from partner.connection where provider = $1 and user_id = $2",
        platform.name(),
        user);
    return Optional.empty();
  }

  private boolean isFresh(StoredTokens stored) {
    return clock.instant().plus(MARGIN).isBefore(stored.expiresAt());
  }

  private Problem notConnected() {
    return Problem.conflict(
        "not connected to "
            + platform.name()
            + ": sign in at "
            + platform.authorize()
            + " and send the code to /v1/vendors/"
            + URLEncoder.encode(platform.name(), UTF_8).replace("+", "%20")
            + "/access-token");
  }

  /** A row whose encryption key was removed from the settings counts as missing. */
  private Optional<StoredTokens> read(UUID user, Row row) {
    if (row == null) {
      return Optional.empty();
    }
    Optional<String> access = unseal(user, row.getBuffer(0));
    Optional<String> refresh = Optional.ofNullable(row.getBuffer(1)).flatMap(b -> unseal(user, b));
    return access.map(
        token -> new StoredTokens(token, refresh, row.getOffsetDateTime(2).toInstant()));
  }

  private Optional<String> unseal(UUID user, Buffer sealed) {
    return seal.open(owner(user), sealed.getBytes());
  }

  private Buffer seal(UUID user, String token) {
    return Buffer.buffer(seal.seal(owner(user), token));
  }

  private String owner(UUID user) {
    return platform.name() + " " + user;
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
