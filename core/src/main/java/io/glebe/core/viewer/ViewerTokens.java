package io.glebe.core.viewer;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.ViewerScope;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.identity.PlatformTokens;
import io.glebe.core.identity.TokenRefused;
import io.glebe.core.identity.VerifiedToken;
import io.glebe.core.problem.Problem;
import io.glebe.zarr.digest.Sha256;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The table of tokens for viewers, and their verification. A token has the rights that its maker
 * has at the time of a request, for pictures of its collections. It ends at its time, when it is
 * revoked, and with the User record, the subject or the app of its maker. Call {@link #load} before
 * use.
 */
public final class ViewerTokens implements PlatformTokens.Form {
  /** Longest time for which a process uses a token without reading it again. */
  private static final Duration KNOWN = Duration.ofMinutes(1);

  private final Database database;
  private final InstantSource clock;
  private final Runnable ended;
  private volatile @Nullable ViewerKey key;

  /**
   * @param ended runs in this process before a revocation completes; must not block
   */
  public ViewerTokens(Database database, InstantSource clock, Runnable ended) {
    this.database = database;
    this.clock = clock;
    this.ended = ended;
  }

  /** Reads the signing key, which the first process makes. */
  public Future<Void> load() {
    return database
        .query(
            "insert into identity.viewer_key (key) values ($1) on conflict (id) do nothing",
            Buffer.buffer(ViewerKey.random()))
        .compose(made -> database.query("select key from identity.viewer_key"))
        .map(
            rows -> {
              key = new ViewerKey(rows.iterator().next().getBuffer("key").getBytes());
              return null;
            });
  }

  private ViewerKey key() {
    ViewerKey loaded = key;
    if (loaded == null) {
      throw new IllegalStateException("the key of tokens for viewers is not loaded");
    }
    return loaded;
  }

  @Override
  public Optional<Future<VerifiedToken>> apply(String bearer, String audience) {
    if (!bearer.startsWith(ViewerKey.PREFIX)) {
      return Optional.empty();
    }
    if (!audience.equals(ViewerScope.AUDIENCE)) {
      return refused(TokenRefused.OTHER_API);
    }
    Optional<Instant> end = key().end(bearer);
    if (end.isEmpty()) {
      return refused("the signature of the token is not valid");
    }
    if (!clock.instant().isBefore(end.get())) {
      return refused(TokenRefused.EXPIRED);
    }
    return Optional.of(
        database
            .query("select * from identity.viewer_token where digest = $1", digest(bearer))
            .map(this::verified));
  }

  private static Optional<Future<VerifiedToken>> refused(String reason) {
    return Optional.of(Future.failedFuture(TokenRefused.invalid(reason)));
  }

  private static Buffer digest(String text) {
    return Buffer.buffer(Sha256.of(text));
  }

  private VerifiedToken verified(RowSet<Row> rows) {
    if (rows.size() == 0) {
      throw TokenRefused.invalid(TokenRefused.REVOKED);
    }
    Row row = rows.iterator().next();
    ViewerToken token = token(row);
    Instant soon = clock.instant().plus(KNOWN);
    return new VerifiedToken(
        CallerKind.PERSON,
        row.getString("issuer"),
        row.getString("subject"),
        Optional.of(row.getString("client_id")),
        ViewerScope.AUDIENCE,
        ViewerScope.of(Set.copyOf(token.collections())),
        token.expires().isBefore(soon) ? token.expires() : soon,
        Optional.empty(),
        Optional.empty(),
        Optional.of(token.user()));
  }

  private static ViewerToken token(Row row) {
    return new ViewerToken(
        row.getUUID("id"),
        row.getString("name"),
        row.getUUID("user_id"),
        List.of(row.getArrayOfStrings("collections")),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("expires_at").toInstant());
  }

  /**
   * Issues a token; 409 when the maker has too many.
   *
   * @param most valid tokens of a person
   */
  ViewerToken.Issued issue(Transaction tx, Caller maker, ViewerTokenOrder order, int most) {
    UUID user = maker.userId().orElseThrow();
    tx.first("select id from record.users where id = $1 for no key update", user); // one at a time
    tx.update("delete from identity.viewer_token where user_id = $1 and expires_at <= now()", user);
    long held =
        tx.first("select count(*) from identity.viewer_token where user_id = $1", user)
            .orElseThrow()
            .getLong(0);
    if (held >= most) {
      throw Problem.conflict("you have " + held + " tokens for viewers; revoke one first");
    }
    UUID id = UUID.randomUUID();
    String text = key().text(id, order.expires());
    Row made =
        tx.execute(
                """
                insert into identity.viewer_token
                  (id, digest, name, issuer, subject, client_id, user_id, collections, expires_at)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                returning *
                """,
                Tuple.tuple()
                    .addUUID(id)
                    .addBuffer(digest(text))
                    .addString(order.name())
                    .addString(maker.issuer())
                    .addString(maker.subject())
                    .addString(maker.clientId().orElseThrow())
                    .addUUID(user)
                    .addArrayOfString(order.collections().toArray(String[]::new))
                    .addOffsetDateTime(order.expires().atOffset(ZoneOffset.UTC)))
            .iterator()
            .next();
    return new ViewerToken.Issued(token(made), text);
  }

  /** The valid tokens of a person, newest first. */
  Future<List<ViewerToken>> of(UUID user, int most) {
    return listed(
        database.query(
            """
            select *
            from identity.viewer_token
            where user_id = $1 and expires_at > now()
            order by created_at desc, id
            limit $2
            """,
            user,
            most));
  }

  /** The valid tokens of all people that show a collection, newest first. */
  Future<List<ViewerToken>> showing(String collection, int most) {
    return listed(
        database.query(
            """
            select *
            from identity.viewer_token
            where collections @> array[$1::text] and expires_at > now()
            order by created_at desc, id
            limit $2
            """,
            collection,
            most));
  }

  private static Future<List<ViewerToken>> listed(Future<RowSet<Row>> query) {
    return query.map(
        rows -> {
          List<ViewerToken> all = new ArrayList<>();
          rows.forEach(row -> all.add(token(row)));
          return List.copyOf(all);
        });
  }

  Future<Optional<ViewerToken>> find(UUID id) {
    return database
        .query("select * from identity.viewer_token where id = $1", id)
        .map(
            rows ->
                rows.size() == 0 ? Optional.empty() : Optional.of(token(rows.iterator().next())));
  }

  /** Revokes a token in a transaction; call {@link #ended} after its commit. */
  static boolean revoke(Transaction tx, UUID id) {
    return tx.update("delete from identity.viewer_token where id = $1", id) > 0;
  }

  /** Drops the cached tokens of this process. */
  void ended() {
    ended.run();
  }
}
