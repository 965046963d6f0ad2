package io.glebe.mqtt.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The number of sign-ins that each address may begin in a minute, as a token bucket of one minute.
 * Thread-safe.
 */
public final class ConnectRate {
  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int MAX_ADDRESSES = 100_000;

  private static final class Bucket {
    private double tokens;
    private long filled;

    Bucket(double tokens, long filled) {
      this.tokens = tokens;
      this.filled = filled;
    }

    synchronized boolean take(int perMinute, long now) {
      double refill = (double) (now - filled) / MINUTE_NANOS * perMinute;
      tokens = Math.min(perMinute, tokens + refill);
      filled = now;
      if (tokens < 1) {
        return false;
      }
      tokens--;
      return true;
    }
  }

  private final int perMinute;
  private final LongSupplier nanos;
  private final Cache<String, Bucket> buckets =
      Caffeine.newBuilder()
          .maximumSize(MAX_ADDRESSES)
          .expireAfterAccess(Duration.ofMinutes(1)) // the bucket is full again then
          .build();

  /**
   * @param perMinute 0 for no limit
   */
  public ConnectRate(int perMinute, LongSupplier nanos) {
    this.perMinute = perMinute;
    this.nanos = nanos;
  }

  /** Counts a sign-in; returns whether it may be made. */
  public boolean admits(String address) {
    long now = nanos.getAsLong();
    return perMinute == 0
        || buckets.get(address, added -> new Bucket(perMinute, now)).take(perMinute, now);
  }
}
