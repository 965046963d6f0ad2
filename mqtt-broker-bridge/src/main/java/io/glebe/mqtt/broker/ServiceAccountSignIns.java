package io.glebe.mqtt.broker;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerSource;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.SharedFutures;
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
public final class ServiceAccountSignIns {
  private static final int REMEMBERED_SECONDS = 30;
  private static final int MAX_REMEMBERED = 20_000;

  private final ServiceAccounts accounts;
  private final GrantsCache grants;
  private final Cache<String, Future<Caller>> known =
      Caffeine.newBuilder()
          .maximumSize(MAX_REMEMBERED)
          .expireAfterWrite(Duration.ofSeconds(REMEMBERED_SECONDS))
          .build();

  /** Those found enabled, and with which rights, after so many changes. */
  private record Judged(long changes, Future<Caller> caller) {}

  private final Cache<String, Judged> judged =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).executor(Runnable::run).build();

  private final AtomicLong changes = new AtomicLong();
  private volatile Runnable watching = () -> {};

  public ServiceAccountSignIns(ServiceAccounts accounts, GrantsCache grants) {
    this.accounts = accounts;
    this.grants = grants;
  }

  /**
   * The caller behind name and password; fails with 401 when they do not fit, and with 429 when too
   * many tries of a client at that {@link io.glebe.core.identity.FailureThrottle#source} have
   * failed.
   */
  Future<Caller> signIn(String name, byte[] password, String source) {
    String key = digest(name, password);
    Future<Caller> found =
        known.get(
            key, k -> accounts.signIn(name, new String(password, StandardCharsets.UTF_8), source));
    found.onFailure(failure -> known.asMap().remove(key, found));
    return found.compose(this::renewed);
  }

  /** The rights of an account at a moment, as long as nothing is taken from anybody. */
  private final class Signed implements CallerSource {
    private final long seen;
    private final Caller account;

    Signed(long seen, Caller account) {
      this.seen = seen;
      this.account = account;
    }

    @Override
    public boolean isCurrent() {
      return seen == changes.get();
    }

    @Override
    public Future<Caller> reload() {
      return judged(account);
    }
  }

  /**
   * The account with the rights of this moment; fails with 401 when it has ended. One question for
   * all connections of an account, however many messages are under way.
   */
  Future<Caller> judged(Caller account) {
    long now = changes.get();
    Judged known =
        judged
            .asMap()
            .compute(
                account.subject(),
                (subject, old) ->
                    old != null && old.changes() == now && !old.caller().failed()
                        ? old
                        : new Judged(now, anew(account)));
    return SharedFutures.here(known.caller());
  }

  private Future<Caller> anew(Caller account) {
    return accounts
        .enabled(Set.of(account.subject()))
        .compose(
            names ->
                names.isEmpty()
                    ? Future.failedFuture(Problem.unauthorized("the account has ended"))
                    : renewed(account));
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
    long seen = changes.get();
    return grants
        .grants(caller.issuer(), caller.subject())
        .map(
            now ->
                caller.with(now).withSource(new Signed(seen, caller.withSource(CallerSource.PERMANENT))));
  }

  /** Those of the names whose accounts may be signed in. */
  Future<Set<String>> enabled(Set<String> names) {
    return accounts.enabled(names);
  }
}
