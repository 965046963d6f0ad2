package io.glebe.api.http.guard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Caller;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Request rate limits of callers, one token bucket per caller and area, or class of requests where
 * that has a limit. A caller is identified by user and client application, a request without a
 * token by its client address. A bucket is one number in a bounded table and takes no lock.
 * Thread-safe.
 */
public final class RateLimits {
  public static final AsciiString POLICY = AsciiString.cached("RateLimit-Policy");

  /** The limit of refused requests of nobody, by address. */
  public static final String REFUSED = "refused";

  public static final AsciiString LIMIT = AsciiString.cached("RateLimit");

  private static final int MAX_BUCKETS = 100_000;

  /** Characters of two numbers and the text between them. */
  private static final int STATE_DIGITS = 2 * 20 + 3;

  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
  private static final Pattern ENTRY = Pattern.compile("([a-z]+)=(\\d{1,9})(?:/(\\d{1,9}))?");
  private static final Set<String> NAMES =
      Stream.concat(
              Stream.of("farm", "spatio", "sensor", "root", "identity", REFUSED),
              Stream.of(LimitClass.values())
                  .filter(kind -> kind != LimitClass.PLAIN)
                  .map(LimitClass::limitName))
          .collect(Collectors.toUnmodifiableSet());

  private record Who(String limit, String issuer, String name, String app) {}

  /**
   * The limit of an area or class.
   *
   * @param interval nanoseconds until one more request is allowed
   * @param burst capacity of a bucket in requests
   * @param left first part of the header with the remaining requests
   */
  private record Limit(
      String name, long interval, long burst, AsciiString policy, AsciiString left) {}

  private final Map<String, Limit> limits;
  private final LongSupplier nanos;
  private final Cache<Who, Bucket> buckets =
      Caffeine.newBuilder().maximumSize(MAX_BUCKETS).executor(Runnable::run).build();

  private RateLimits(Map<String, Limit> limits, LongSupplier nanos) {
    this.limits = Map.copyOf(limits);
    this.nanos = nanos;
  }

  /** The limits of the setting. */
  public static RateLimits of(Settings settings) {
    Map<String, Limit> limits = new HashMap<>();
    for (String entry : settings.get(HttpSettings.RATE_LIMITS)) {
      Limit limit = limit(entry);
      limits.put(limit.name(), limit);
    }
    return new RateLimits(limits, System::nanoTime);
  }

  private static Limit limit(String entry) {
    Matcher match = ENTRY.matcher(entry.strip());
    if (!match.matches() || !NAMES.contains(match.group(1))) {
      throw new InvalidSettings(
          HttpSettings.RATE_LIMITS.name()
              + ": '"
              + entry
              + "' is no limit; one is farm=6000 or farm=6000/500, for "
              + NAMES.stream().sorted().collect(Collectors.joining(", ")));
    }
    long perMinute = Math.max(1, Long.parseLong(match.group(2)));
    long burst = match.group(3) == null ? perMinute : Math.max(1, Long.parseLong(match.group(3)));
    String name = match.group(1);
    return new Limit(
        name,
        MINUTE / perMinute,
        burst,
        new AsciiString("\"" + name + "\";q=" + perMinute + ";w=60"),
        new AsciiString("\"" + name + "\";r="));
  }

  /**
   * The bucket of a caller; null without a limit.
   *
   * @param names of limits; the first that is set applies, for example {@code tile, spatio}
   */
  public @Nullable Bucket of(List<String> names, Caller caller) {
    Limit limit = first(names);
    return limit == null
        ? null
        : bucket(
            limit,
            new Who(limit.name(), caller.issuer(), caller.subject(), caller.clientId().orElse("")));
  }

  /** The bucket of a request without a token; null without a limit. */
  public @Nullable Bucket of(List<String> names, InetAddress address) {
    Limit limit = first(names);
    return limit == null
        ? null
        : bucket(limit, new Who(limit.name(), "", FailureThrottle.source(address), ""));
  }

  private @Nullable Limit first(List<String> names) {
    for (String name : names) {
      Limit limit = limits.get(name);
      if (limit != null) {
        return limit;
      }
    }
    return null;
  }

  private Bucket bucket(Limit limit, Who who) {
    return buckets.get(who, w -> new Bucket(limit, nanos));
  }

  /** Whether there is any limit. */
  public boolean isOn() {
    return !limits.isEmpty();
  }

  /** The bucket of one caller and limit, stored as the time at which it will be full again. */
  public static final class Bucket {
    private final Limit limit;
    private final LongSupplier nanos;
    private final long start;
    private final AtomicLong full = new AtomicLong();

    private Bucket(Limit limit, LongSupplier nanos) {
      this.limit = limit;
      this.nanos = nanos;
      this.start = nanos.getAsLong();
    }

    private long now() {
      return nanos.getAsLong() - start;
    }

    private long remaining() {
      return limit.burst() * limit.interval();
    }

    /** Whether one more request is allowed. */
    public boolean isUnderLimit() {
      long now = now();
      return Math.max(full.get(), now) + limit.interval() - now <= remaining();
    }

    /** Takes one request from the bucket; false when it is empty. */
    public boolean take() {
      while (true) {
        long now = now();
        long before = full.get();
        long after = Math.max(before, now) + limit.interval();
        if (after - now > remaining()) {
          return false;
        }
        if (full.compareAndSet(before, after)) {
          return true;
        }
      }
    }

    public AsciiString policy() {
      return limit.policy();
    }

    /**
     * The remaining requests and the seconds until the bucket is full, for the header RateLimit.
     */
    public AsciiString state() {
      long used = Math.max(0, full.get() - now());
      byte[] text = new byte[limit.left().length() + STATE_DIGITS];
      System.arraycopy(
          limit.left().array(), limit.left().arrayOffset(), text, 0, limit.left().length());
      int end = number(text, limit.left().length(), (remaining() - used) / limit.interval());
      text[end] = ';';
      text[end + 1] = 't';
      text[end + 2] = '=';
      end = number(text, end + 3, seconds(used));
      return new AsciiString(text, 0, end, false);
    }

    /** Writes a number from an index on; returns the end index. */
    private static int number(byte[] text, int from, long number) {
      int end = from + 1;
      for (long rest = number / 10; rest > 0; rest /= 10) {
        end++;
      }
      long rest = number;
      for (int i = end - 1; i >= from; i--) {
        text[i] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
      return end;
    }

    /** 429 with the time until the next request is allowed. */
    public Problem refusal() {
      long wait = Math.max(full.get(), now()) + limit.interval() - now() - remaining();
      return Problem.of(
              ProblemType.TOO_MANY_REQUESTS,
              "more requests than the limit '" + limit.name() + "' allows")
          .retryAfter(Math.max(1, seconds(wait)));
    }

    private static long seconds(long time) {
      return (time + TimeUnit.SECONDS.toNanos(1) - 1) / TimeUnit.SECONDS.toNanos(1);
    }
  }
}
