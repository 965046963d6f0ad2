package io.glebe.mqtt.broker;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Caller;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.identity.ServiceAccounts;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;

/**
 * Names and passwords of service accounts. A right password is remembered for {@value
 * #REMEMBERED_SECONDS} s by its digest: a thousand devices of one account that come back together
 * cost one slow password hash. Thread-safe.
 */
public final class SignIns {
  private static final int REMEMBERED_SECONDS = 30;
  private static final int MAX_REMEMBERED = 20_000;

  private final ServiceAccounts accounts;
  private final GrantsCache grants;
  private final Cache<String, Future<Caller>> known =
      Caffeine.newBuilder()
          .maximumSize(MAX_REMEMBERED)
          .expireAfterWrite(Duration.ofSeconds(REMEMBERED_SECONDS))
          .build();

  public SignIns(ServiceAccounts accounts, GrantsCache grants) {
    this.accounts = accounts;
    this.grants = grants;
  }

  /** The caller behind name and password; fails with 401 when they do not fit. */
  Future<Caller> signIn(String name, byte[] password) {
    String key = digest(name, password);
    Future<Caller> found =
        known.get(key, k -> accounts.signIn(name, new String(password, StandardCharsets.UTF_8)));
    return found.onFailure(failure -> known.asMap().remove(key, found));
  }

  private static String digest(String name, byte[] password) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(name.getBytes(StandardCharsets.UTF_8));
      sha.update((byte) 0);
      return HexFormat.of().formatHex(sha.digest(password));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }

  /** The same caller with the rights of this moment. */
  Future<Caller> renewed(Caller caller) {
    return grants
        .grants(caller.issuer(), caller.subject())
        .map(
            now ->
                new Caller(
                    caller.kind(),
                    caller.issuer(),
                    caller.subject(),
                    caller.clientId(),
                    caller.audience(),
                    caller.scopes(),
                    caller.scope(),
                    now));
  }

  /** Those of the names whose accounts may be signed in. */
  Future<Set<String>> enabled(Set<String> names) {
    return accounts.enabled(names);
  }

  /** Forgets all passwords. */
  void forget() {
    known.invalidateAll();
  }
}
