package io.glebe.core.identity;

import io.glebe.core.access.CallerKind;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Tokens that are random UUIDs: issued by an administrator, shown once, stored as SHA-256 only.
 * They are found by the first eight bytes of the digest and then compared in constant time.
 */
public final class HashedTokens implements PlatformTokens.Form {
  /** Maximum number of tokens in a list. */
  static final int MAX_LISTED = 1000;

  private static final String INSERT =
      """
      insert into identity.hashed_token
        (id, name, prefix, digest, issuer, subject, audiences, scopes, expires_at, created_by,
         user_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      returning *
      """;

  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * The properties of a new token.
   *
   * @param name its display name
   * @param issuer together with the subject, whose rights it has
   * @param audiences the APIs that accept it
   * @param expires time of its expiry; empty for none
   */
  public record Order(
      String name,
      String issuer,
      String subject,
      Set<String> audiences,
      Set<String> scopes,
      Optional<Instant> expires) {}

  /** A token as shown to administrators, without its secret. */
  public record Listed(
      UUID id,
      String name,
      String subject,
      Set<String> audiences,
      Set<String> scopes,
      OffsetDateTime created,
      Optional<OffsetDateTime> expires,
      Optional<OffsetDateTime> revoked,
      Optional<UUID> user,
      Optional<UUID> createdBy) {}

  /** The token itself; it is shown only once. */
  public record Issued(UUID id, String token) {
    @Override
    public String toString() {
      return "Issued[" + id + "]";
    }
  }

  private final Database database;
  private final InstantSource clock;
  private final Runnable revoked;

  /**
   * @param revoked runs in this process before a revocation completes
   */
  public HashedTokens(Database database, InstantSource clock, Runnable revoked) {
    this.database = database;
    this.clock = clock;
    this.revoked = revoked;
  }

  @Override
  public Optional<Future<VerifiedToken>> apply(String bearer, String audience) {
    return UuidSyntax.matches(bearer)
        ? Optional.of(verify(TokenDigest.sha256(bearer), audience))
        : Optional.empty();
  }

  private Future<VerifiedToken> verify(byte[] digest, String audience) {
    return database
        .query("select * from identity.hashed_token where prefix = $1", Tuple.of(prefix(digest)))
        .map(rows -> verified(rows, digest, audience));
  }

  private VerifiedToken verified(RowSet<Row> rows, byte[] digest, String audience) {
    Row found = null;
    for (Row row : rows) {
      if (MessageDigest.isEqual(row.getBuffer("digest").getBytes(), digest)) {
        found = row;
      }
    }
    if (found == null) {
      throw TokenRefused.invalid("the token is unknown");
    }
    return verified(listed(found), found.getString("issuer"), audience);
  }

  private VerifiedToken verified(Listed token, String issuer, String audience) {
    if (token.revoked().isPresent()) {
      throw TokenRefused.invalid(TokenRefused.REVOKED);
    }
    Instant soon = PlatformTokens.inAMinute(clock);
    Instant end = token.expires().map(OffsetDateTime::toInstant).orElse(soon);
    if (!clock.instant().isBefore(end)) {
      throw TokenRefused.invalid(TokenRefused.EXPIRED);
    }
    if (!token.audiences().contains(audience)) {
      throw TokenRefused.invalid(TokenRefused.OTHER_API);
    }
    return new VerifiedToken(
        CallerKind.PERSON,
        issuer,
        token.subject(),
        Optional.empty(),
        audience,
        token.scopes(),
        end.isBefore(soon) ? end : soon,
        Optional.empty(),
        Optional.empty(),
        token.user());
  }

  /** Issues a token without a User record; it grants nothing that needs one. */
  public Future<Issued> issue(Order order, Optional<UUID> by) {
    return issue(order, transaction -> Optional.empty(), by, (transaction, token) -> {});
  }

  /**
   * Issues a token; the result is the only place where its secret appears.
   *
   * @param user finds, in the same transaction, the User record with which the token ends
   * @param by User record of the issuing administrator
   * @param audit writes the audit entry in the same transaction
   */
  public Future<Issued> issue(
      Order order,
      Function<Transaction, Optional<UUID>> user,
      Optional<UUID> by,
      BiConsumer<Transaction, Listed> audit) {
    String token = new UUID(RANDOM.nextLong(), RANDOM.nextLong()).toString();
    return database.inTransaction(
        transaction -> {
          Tuple values = values(order, TokenDigest.sha256(token), user.apply(transaction), by);
          Listed made = listed(transaction.execute(INSERT, values).iterator().next());
          audit.accept(transaction, made);
          return new Issued(made.id(), token);
        });
  }

  private static Tuple values(Order order, byte[] digest, Optional<UUID> user, Optional<UUID> by) {
    return Tuple.tuple()
        .addUUID(UUID.randomUUID())
        .addString(order.name())
        .addLong(prefix(digest))
        .addBuffer(Buffer.buffer(digest))
        .addString(order.issuer())
        .addString(order.subject())
        .addArrayOfString(order.audiences().toArray(String[]::new))
        .addArrayOfString(order.scopes().toArray(String[]::new))
        .addOffsetDateTime(order.expires().map(e -> e.atOffset(ZoneOffset.UTC)).orElse(null))
        .addUUID(by.orElse(null))
        .addUUID(user.orElse(null));
  }

  /**
   * Revokes the token: in this process before the future completes, in others when they are
   * notified; fails with 404 if there is none.
   */
  public Future<Void> revoke(UUID id) {
    return revoke(id, token -> true, (transaction, token) -> {});
  }

  /**
   * Revokes a token that matches a condition.
   *
   * @param audit writes the audit entry in the same transaction; not called if it had ended before
   */
  public Future<Void> revoke(
      UUID id, Predicate<Listed> condition, BiConsumer<Transaction, Listed> audit) {
    return database
        .inTransaction(
            transaction -> {
              Listed token =
                  transaction
                      .first("select * from identity.hashed_token where id = $1 for update", id)
                      .map(HashedTokens::listed)
                      .filter(condition)
                      .orElseThrow(() -> Problem.notFound("the token does not exist"));
              if (token.revoked().isEmpty()) {
                transaction.update(
                    "update identity.hashed_token set revoked_at = now() where id = $1", id);
                audit.accept(transaction, token);
              }
              return token;
            })
        .map(
            token -> {
              revoked.run();
              return null;
            });
  }

  /** The valid tokens that act for a person, newest first. */
  public Future<List<Listed>> actingFor(UUID user) {
    return database
        .query(
            """
            select *
            from identity.hashed_token
            where user_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
            order by created_at desc
            limit $3
            """,
            user,
            clock.instant().atOffset(ZoneOffset.UTC),
            MAX_LISTED)
        .map(HashedTokens::all);
  }

  /** All tokens, newest first. */
  public Future<List<Listed>> list() {
    return database
        .query(
            "select * from identity.hashed_token order by created_at desc limit $1",
            Tuple.of(MAX_LISTED))
        .map(HashedTokens::all);
  }

  private static List<Listed> all(RowSet<Row> rows) {
    List<Listed> tokens = new ArrayList<>();
    rows.forEach(row -> tokens.add(listed(row)));
    return tokens;
  }

  private static Listed listed(Row row) {
    return new Listed(
        row.getUUID("id"),
        row.getString("name"),
        row.getString("subject"),
        Set.of(row.getArrayOfStrings("audiences")),
        Set.of(row.getArrayOfStrings("scopes")),
        row.getOffsetDateTime("created_at"),
        Optional.ofNullable(row.getOffsetDateTime("expires_at")),
        Optional.ofNullable(row.getOffsetDateTime("revoked_at")),
        Optional.ofNullable(row.getUUID("user_id")),
        Optional.ofNullable(row.getUUID("created_by")));
  }

  private static long prefix(byte[] digest) {
    return ByteBuffer.wrap(digest).getLong();
  }

  /**
   * Gives the tokens of issuers of earlier releases the present issuer.
   *
   * @param former issuers, as a regular expression
   */
  public Future<Void> renameIssuer(String former, String issuer) {
    return database
        .query("update identity.hashed_token set issuer = $1 where issuer ~ $2", issuer, former)
        .mapEmpty();
  }
}
