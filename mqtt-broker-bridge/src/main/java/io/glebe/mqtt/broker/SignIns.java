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
import java.util.concurrent.atomic.AtomicLong;

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

  private final AtomicLong changes = new AtomicLong();
  private volatile Runnable watching = () -> {};

  public SignIns(ServiceAccounts accounts, GrantsCache grants) {
    this.accounts = accounts;
    this.grants = grants;
  }

  /**
   * The caller behind name and password; fails with 401 when they do not fit, and with 429 when too
   * many tries of a client at that {@link io.glebe.core.identity.FailureBrake#source} have failed.
   */
  Future<Caller> signIn(String name, byte[] password, String source) {
    String key = digest(name, password);
    Future<Caller> found =
        known.get(
            key, k -> accounts.signIn(name, new String(password, StandardCharsets.UTF_8), source));
    found.onFailure(failure -> known.asMap().remove(key, found));
    return found.compose(this::renewed);
  }

  /** Grows whenever rights or accounts may be gone. */
  long changes() {
    return changes.get();
  }

  /** Rights may be gone: those who are connected are judged anew. Does not wait. */
  public void rightsChanged() {
    changes.incrementAndGet();
    watching.run();
  }

  /** Accounts may be gone too: no password is remembered any more. Does not wait. */
  public void accountsChanged() {
    known.invalidateAll();
    rightsChanged();
  }

  /** Tells of changes; one listener. */
  void watch(Runnable listener) {
    watching = listener;
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
}
