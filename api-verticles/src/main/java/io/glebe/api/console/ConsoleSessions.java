package io.glebe.api.console;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The sign-ins of this process, found by the digest of their cookie. Bounded: when there are too
 * many, the least recently used are removed. Thread-safe.
 */
final class ConsoleSessions {
  static final int MAX_SESSIONS = 10_000;

  /** After this time a user must sign in again, even if the session was in use. */
  static final Duration MAX_AGE = Duration.ofHours(24);

  private final Cache<String, ConsoleSession> sessions;
  private final InstantSource clock;

  /**
   * @param idle life of a session without a request
   */
  ConsoleSessions(Duration idle, InstantSource clock) {
    this.clock = clock;
    sessions =
        Caffeine.newBuilder()
            .maximumSize(MAX_SESSIONS)
            .expireAfterAccess(idle)
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
            .build();
  }

  /** Adds a session and returns the value of its cookie. */
  String open(ConsoleSession session) {
    String cookie = RandomText.next();
    sessions.put(RandomText.digest(cookie), session);
    return cookie;
  }

  Optional<ConsoleSession> find(String cookie) {
    return Optional.ofNullable(sessions.getIfPresent(RandomText.digest(cookie)))
        .filter(session -> clock.instant().isBefore(session.since().plus(MAX_AGE)));
  }

  void end(String cookie) {
    sessions.invalidate(RandomText.digest(cookie));
  }

  void end(ConsoleSession session) {
    endIf(session::equals);
  }

  /** Ends the session that belongs to the given sign-in at the provider. */
  void endSid(String sid) {
    endIf(session -> session.person().sid().filter(sid::equals).isPresent());
  }

  /** Ends all sessions of a user. */
  void endSubject(String subject) {
    endIf(session -> session.person().subject().equals(subject));
  }

  private void endIf(Predicate<ConsoleSession> condition) {
    sessions.asMap().values().removeIf(condition);
  }
}
