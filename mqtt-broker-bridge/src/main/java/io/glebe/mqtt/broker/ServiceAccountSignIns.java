package io.glebe.mqtt.broker;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.AccessChanges;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerSource;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.problem.Problem;
import io.glebe.core.service.ServiceAccess;
import io.glebe.core.thread.SharedFutures;
import io.glebe.zarr.digest.Sha256;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Checks names and passwords of service accounts. The digest of a correct password is cached for
 * {@value #REMEMBERED_SECONDS} s, so that a thousand devices of one account that reconnect together
 * need one slow password hash. Thread-safe.
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

  /** An enabled account and its permissions as of this number of changes. */
  private record CheckedCaller(long changes, Future<Caller> caller) {}

  private final Cache<String, CheckedCaller> checked =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).executor(Runnable::run).build();

  private final AtomicLong changes = new AtomicLong();
  private final AccessChanges accessChanges;

  /** Follows the changes as long as they are reported. */
  public ServiceAccountSignIns(
      ServiceAccounts accounts, GrantsCache grants, AccessChanges accessChanges) {
    this.accounts = accounts;
    this.grants = grants;
    this.accessChanges = accessChanges;
    accessChanges.subscribe(changes::incrementAndGet, this::credentialsChanged);
  }

  /**
   * Returns the caller for a name and password; fails with 401 when they do not match, and with 429
   * when too many attempts from the client's {@link io.glebe.core.identity.FailureThrottle#source}
   * have failed.
   */
  Future<Caller> signIn(String name, byte[] password, String source) {
    String key = digest(name, password);
    Future<Caller> current =
        known.get(
            key, k -> accounts.signIn(name, new String(password, StandardCharsets.UTF_8), source));
    current.onFailure(failure -> known.asMap().remove(key, current));
    return current.compose(this::renewed);
  }

  /** The permissions of an account, valid until any permission is revoked. */
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
      return check(account);
    }
  }

  /**
   * Returns the account with its current permissions; fails with 401 when it has ended. All
   * connections of an account share one query, independent of the number of messages.
   */
  Future<Caller> check(Caller account) {
    if (ServiceAccess.isService(account)) {
      return account.source().reload();
    }
    long now = changes.get();
    CheckedCaller known =
        checked
            .asMap()
            .compute(
                account.subject(),
                (subject, old) ->
                    old != null && old.changes() == now && !old.caller().failed()
                        ? old
                        : new CheckedCaller(now, repeated(account)));
    return SharedFutures.here(known.caller());
  }

  private Future<Caller> repeated(Caller account) {
    return accounts
        .enabled(Set.of(account.subject()))
        .compose(
            names ->
                names.isEmpty()
                    ? Future.failedFuture(Problem.unauthorized("the account has ended"))
                    : renewed(account));
  }

  /** Increases whenever permissions or accounts may have been revoked. */
  long changes() {
    return changes.get();
  }

  /** Clears the cached passwords, as accounts may have been removed. */
  private void credentialsChanged() {
    known.invalidateAll();
    changes.incrementAndGet();
  }

  /** Calls the listener after each change, when {@link #changes} has increased. */
  AccessChanges.Subscription subscribe(Runnable listener) {
    return accessChanges.subscribe(listener, listener);
  }

  private static String digest(String name, byte[] password) {
    MessageDigest sha = Sha256.start();
    sha.update(name.getBytes(StandardCharsets.UTF_8));
    sha.update((byte) 0);
    return HexFormat.of().formatHex(sha.digest(password));
  }

  /** Returns the same caller with its current permissions. */
  Future<Caller> renewed(Caller caller) {
    long seen = changes.get();
    return grants
        .grants(caller.issuer(), caller.subject())
        .map(
            now ->
                caller
                    .with(now)
                    .withSource(new Signed(seen, caller.withSource(CallerSource.PERMANENT))));
  }

  /** Returns the names whose accounts may sign in. */
  Future<Set<String>> enabled(Set<String> names) {
    return accounts.enabled(names);
  }
}
