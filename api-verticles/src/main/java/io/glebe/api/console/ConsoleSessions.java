package io.glebe.api.console;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.identity.session.SecretText;
import io.glebe.core.identity.session.SharedSessions;
import io.glebe.core.thread.ListenerRegistration;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The sessions of all processes, found by their cookie, with a cache of those that this process
 * serves. An end is notified to all processes. Thread-safe.
 */
final class ConsoleSessions implements AutoCloseable {
  /** After this time a user must sign in again, even if the session was in use. */
  static final Duration MAX_AGE = Duration.ofHours(24);

  private static final int MAX_CACHED = 10_000;

  /** A cached session is looked up again after this time, which also notes its use. */
  private static final Duration CACHED = Duration.ofMinutes(1);

  /** Time for which one process may renew the tokens of a session. */
  private static final Duration LEASE = Duration.ofSeconds(20);

  private static final long POLL_MILLIS = 100;

  private record Cached(ConsoleSession session, Instant until) {}

  private final Vertx vertx;
  private final SharedSessions shared;
  private final IdentityProvider provider;
  private final InstantSource clock;
  private final Cache<String, Cached> cache;
  private final ListenerRegistration ends;

  /** The parts of the platform that sessions need. */
  record Dependencies(Vertx vertx, SharedSessions shared, IdentityProvider provider) {}

  ConsoleSessions(Dependencies dependencies, InstantSource clock) {
    this.vertx = dependencies.vertx();
    this.shared = dependencies.shared();
    this.provider = dependencies.provider();
    this.clock = clock;
    this.cache =
        Caffeine.newBuilder()
            .maximumSize(MAX_CACHED)
            .expireAfterWrite(CACHED)
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
            .build();
    this.ends = shared.onEnd(this::ended);
  }

  /** Without a digest, notifications may have been lost. */
  private void ended(String digest) {
    if (digest.isEmpty()) {
      cache.invalidateAll();
    } else {
      cache.invalidate(digest);
    }
  }

  /** Stores a session and returns the value of its cookie. */
  Future<String> open(ConsoleSession.Person person, LoginTokens tokens) {
    SecretText cookie = new SecretText(RandomText.next());
    SessionContent content = new SessionContent(person, RandomText.next(), tokens);
    return shared
        .open(cookie, person.subject(), person.sid(), cookie.sealed(content.text()))
        .map(stored -> cookie.text());
  }

  /** Returns the session of a cookie; completes at once when it is cached. */
  Future<Optional<ConsoleSession>> find(String text) {
    SecretText cookie = new SecretText(text);
    Optional<ConsoleSession> cached = cached(cookie);
    if (cached.isPresent()) {
      return Future.succeededFuture(cached);
    }
    return shared.use(cookie).map(stored -> stored.flatMap(found -> remember(cookie, found)));
  }

  /** Whether this process has the session in its cache, so that it has certainly not ended. */
  boolean holds(String cookie) {
    return cached(new SecretText(cookie)).isPresent();
  }

  private Optional<ConsoleSession> cached(SecretText cookie) {
    return Optional.ofNullable(cache.getIfPresent(cookie.digest()))
        .filter(cached -> clock.instant().isBefore(cached.until()))
        .map(Cached::session);
  }

  private Optional<ConsoleSession> remember(SecretText cookie, SharedSessions.Stored stored) {
    Optional<SessionContent> content = cookie.opened(stored.sealed()).map(SessionContent::parse);
    return content.map(
        parsed -> {
          Renewal renewal = new Renewal(cookie, parsed, stored.version());
          ConsoleSession session = new ConsoleSession(parsed, renewal::next, provider, clock);
          cache.put(cookie.digest(), new Cached(session, stored.since().plus(MAX_AGE)));
          return session;
        });
  }

  /** Ends a session in all processes. */
  Future<Void> end(String text) {
    SecretText cookie = new SecretText(text);
    cache.invalidate(cookie.digest());
    return endHere(shared.end(cookie));
  }

  /** Ends the sessions that belong to the given sign-in at the provider. */
  Future<Void> endSid(String sid) {
    return endHere(shared.endSid(sid));
  }

  /** Ends all sessions of a user. */
  Future<Void> endSubject(String subject) {
    return endHere(shared.endSubject(subject));
  }

  /** In this process a session ends before the future completes. */
  private Future<Void> endHere(Future<List<String>> ended) {
    return ended.map(
        digests -> {
          cache.invalidateAll(digests);
          return null;
        });
  }

  @Override
  public void close() {
    ends.close();
  }

  /** The renewal of one session's tokens, by one process at a time. */
  private final class Renewal {
    private final SecretText cookie;
    private final SessionContent content;
    private volatile long version;

    Renewal(SecretText cookie, SessionContent content, long version) {
      this.cookie = cookie;
      this.content = content;
      this.version = version;
    }

    /** Renews the tokens, or waits for another process that does so. */
    Future<LoginTokens> next(LoginTokens stale) {
      return shared
          .lease(cookie, version, LEASE)
          .compose(leased -> leased ? refreshed(stale) : ofOther(stale));
    }

    private Future<LoginTokens> refreshed(LoginTokens stale) {
      return provider
          .refresh(stale)
          .recover(
              failure ->
                  shared
                      .release(cookie)
                      .otherwiseEmpty()
                      .compose(released -> Future.failedFuture(failure)))
          .compose(
              next ->
                  shared
                      .renew(cookie, version, cookie.sealed(content.with(next).text()))
                      .map(
                          stored -> {
                            version = stored.orElseThrow(ConsoleSessions::over);
                            return next;
                          }));
    }

    private Future<LoginTokens> ofOther(LoginTokens stale) {
      return shared
          .use(cookie)
          .compose(
              stored -> {
                SharedSessions.Stored found = stored.orElseThrow(ConsoleSessions::over);
                if (found.version() == version) {
                  return vertx.timer(POLL_MILLIS).compose(waited -> next(stale));
                }
                version = found.version();
                return Future.succeededFuture(
                    cookie
                        .opened(found.sealed())
                        .map(SessionContent::parse)
                        .orElseThrow(ConsoleSessions::over)
                        .tokens());
              });
    }
  }

  private static OAuthError over() {
    return new OAuthError("invalid_grant", "the session has ended");
  }
}
