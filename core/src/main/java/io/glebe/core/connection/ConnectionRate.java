package io.glebe.core.connection;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time at which the next connection of a client network is its turn, by the generic cell rate
 * algorithm (ITU-T I.371): one second's worth may come at once, the others follow at the rate, and
 * none waits for more than {@value #MOST_SECONDS} s. Thread-safe.
 */
final class ConnectionRate {
  /** Longest time of waiting. */
  static final int MOST_SECONDS = 2;

  private static final int MAX_NETWORKS = 100_000;
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long interval;
  private final LongSupplier nanos;

  /** By network, when its next connection would have its turn without the burst, in nanoseconds. */
  private final Cache<String, Long> turns =
      Caffeine.newBuilder()
          .maximumSize(MAX_NETWORKS)
          .expireAfterWrite(Duration.ofMinutes(1))
          .executor(Runnable::run)
          .build();

  /**
   * @param perSecond connections of one network; 0 for no limit
   */
  ConnectionRate(int perSecond, LongSupplier nanos) {
    this.interval = perSecond == 0 ? 0 : SECOND_NANOS / perSecond;
    this.nanos = nanos;
  }

  /**
   * Nanoseconds until a connection that was accepted now has its turn; 0 for at once. Negative
   * where it would wait too long; it has no turn then.
   */
  long next(String network) {
    if (interval == 0) {
      return 0;
    }
    long now = nanos.getAsLong();
    long latest = now + (1 + MOST_SECONDS) * SECOND_NANOS;
    boolean[] refused = {false};
    long turn =
        turns
            .asMap()
            .merge(
                network,
                now + interval,
                (before, first) -> {
                  long next = Math.max(before, now) + interval;
                  refused[0] = next > latest;
                  return refused[0] ? before : next;
                });
    return refused[0] ? -1 : Math.max(0, turn - now - SECOND_NANOS);
  }
}
