package io.glebe.core.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import io.glebe.core.database.Database;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Keys of the development identity, kept in the database so that tokens outlive a restart and hold
 * on every node. The newest signs, the older ones still verify. Safe for threads.
 */
public final class SigningKeys implements KeySource {
  /** How many keys verify: the newest. */
  public static final int MAX_KEYS = 3;

  private static final int RSA_BITS = 2048;

  private final Database database;
  private volatile List<RSAKey> keys = List.of();

  public SigningKeys(Database database) {
    this.database = database;
  }

  /** Reads the keys, or makes the first one; to be called once before use. */
  public Future<SigningKeys> load() {
    return OffLoop.run(
        () -> {
          if (!read()) {
            makeFirst();
            read();
          }
          return this;
        });
  }

  /** Several nodes may start at once: only one of them makes the key. */
  private void makeFirst() {
    RSAKey key = generate();
    database
        .inTransaction(
            tx -> {
              tx.execute("select pg_advisory_xact_lock(hashtext('identity.signing_key'))");
              return tx.update(
                  """
                  insert into identity.signing_key (kid, jwk)
                  select $1, $2 where not exists (select from identity.signing_key)
                  """,
                  key.getKeyID(),
                  key.toJSONString());
            })
        .await();
  }

  private static RSAKey generate() {
    try {
      return new RSAKeyGenerator(RSA_BITS)
          .keyID(UUID.randomUUID().toString())
          .keyUse(KeyUse.SIGNATURE)
          .algorithm(JWSAlgorithm.RS256)
          .generate();
    } catch (JOSEException e) {
      throw new IllegalStateException("a signing key cannot be created", e);
    }
  }

  /** Whether there are any. */
  private boolean read() {
    List<RSAKey> found = new ArrayList<>();
    for (Row row :
        database
            .query(
                "select jwk from identity.signing_key order by created_at desc, kid limit $1",
                MAX_KEYS)
            .await()) {
      found.add(parse(row.getString("jwk")));
    }
    keys = List.copyOf(found);
    return !found.isEmpty();
  }

  private static RSAKey parse(String jwk) {
    try {
      return RSAKey.parse(jwk);
    } catch (ParseException e) {
      throw new IllegalStateException("a stored signing key is unreadable", e);
    }
  }

  /** The key that signs. */
  public RSAKey current() {
    return keys.getFirst();
  }

  /** What {@code jwks_uri} serves. */
  public JWKSet published() {
    return new JWKSet(new ArrayList<JWK>(keys)).toPublicJWKSet();
  }

  @Override
  public Future<List<JWK>> keys(Optional<String> kid) {
    return Future.succeededFuture(published().getKeys());
  }

  @Override
  public Optional<String> failure() {
    return Optional.empty();
  }
}
