package io.glebe.core.admission;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that callers may transfer in a second, one token bucket per caller. Bytes are counted when
 * they have been transferred, so that a bucket can be overdrawn: then the caller is not read on, or
 * is refused, until it is filled again. Thread-safe.
 */
public final class ByteRates {
  private static final int MAX_BUCKETS = 100_000;

  private final long perSecond;
  private final long burst;
  private final LongSupplier nanos;
  private final Cache<Object, Bucket> buckets =
      Caffeine.newBuilder()
          .maximumSize(MAX_BUCKETS)
          .expireAfterAccess(Duration.ofMinutes(10))
          .executor(Runnable::run)
          .build();

  /**
   * @param perSecond bytes a second of one caller; 0 for no limit
   * @param burst bytes that he may transfer at once, beyond that rate
   */
  public ByteRates(long perSecond, long burst) {
    this.perSecond = perSecond;
    this.burst = Math.max(1, burst);
    this.nanos = System::nanoTime;
  }

  /** Whether there is a limit. */
  public boolean isOn() {
    return perSecond > 0;
  }

  /**
   * The bucket of a caller; null without a limit.
   *
   * @param caller any value with {@code equals} that stands for him
   */
  public @Nullable Bucket of(Object caller) {
    return isOn() ? buckets.get(caller, added -> new Bucket()) : null;
  }

  /** The bucket of one caller, stored as the time at which it will be full again. */
  public final class Bucket {
    private final long start = nanos.getAsLong();
    private final AtomicLong full = new AtomicLong();

    private Bucket() {}

    private long now() {
      return nanos.getAsLong() - start;
    }

    private long time(long bytes) {
      return (long) ((double) bytes / perSecond * TimeUnit.SECONDS.toNanos(1));
    }

    /** Counts bytes that have been transferred. */
    public void charge(long bytes) {
      long now = now();
      long time = time(bytes);
      full.updateAndGet(before -> Math.max(before, now) + time);
    }

    /** Nanoseconds until the bucket is no longer overdrawn; 0 when it is not. */
    private long waitNanos() {
      return Math.max(0, full.get() - now() - time(burst));
    }

    /** Milliseconds until more may be transferred; 0 for at once. */
    public long waitMillis() {
      return (waitNanos() + 999_999) / 1_000_000;
    }

    /** Whether more was transferred than allowed. */
    public boolean isOver() {
      return waitNanos() > 0;
    }

    /** Bytes a second that the caller may transfer. */
    public long perSecond() {
      return perSecond;
    }

    /** Seconds until the bucket is full. */
    public double secondsToFull() {
      return (double) Math.max(0, full.get() - now()) / TimeUnit.SECONDS.toNanos(1);
    }

    /** Bytes that may be transferred at once. */
    public long left() {
      return Math.max(0, burst - (long) Math.ceil(secondsToFull() * perSecond));
    }

    /** 429 with the time until more may be transferred. */
    public Problem refusal() {
      return Problem.of(
              ProblemType.TOO_MANY_REQUESTS,
              "this caller transfers more than " + perSecond + " bytes a second")
          .retryAfter(Math.max(1, TimeUnit.NANOSECONDS.toSeconds(waitNanos() + 999_999_999)));
    }
  }
}
