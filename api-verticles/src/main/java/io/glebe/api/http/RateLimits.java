package io.glebe.api.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Caller;
import io.glebe.core.config.AllSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.identity.FailureBrake;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How many requests a caller may make to an area: a bucket that holds so many requests and fills
 * evenly. Callers are told apart by person and app, those without a token by address. Buckets are
 * one number each, in a bounded table, and take no lock. Safe for threads.
 */
final class RateLimits {
  static final AsciiString POLICY = AsciiString.cached("RateLimit-Policy");
  static final AsciiString LIMIT = AsciiString.cached("RateLimit");

  private static final int MAX_BUCKETS = 100_000;
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
  private static final Pattern ENTRY = Pattern.compile("([a-z]+)=(\\d{1,9})(?:/(\\d{1,9}))?");
  private static final Map<String, String> AREAS =
      Map.of(
          Surface.FARM.name(), "farm",
          Surface.V2.name(), "spatio",
          Surface.LEGACY.name(), "spatio",
          Surface.SENSOR.name(), "sensor",
          Surface.ROOT.name(), "root");

  private record Who(String area, String issuer, String name, String app) {}

  /**
   * The limit of an area.
   *
   * @param interval nanoseconds in which one request comes back
   * @param burst requests that a bucket holds
   */
  private record Limit(String area, long interval, long burst, AsciiString policy) {}

  private final Map<String, Limit> limits;
  private final LongSupplier nanos;
  private final Cache<Who, Bucket> buckets =
      Caffeine.newBuilder()
          .maximumSize(MAX_BUCKETS)
          .expireAfterAccess(Duration.ofMinutes(10))
          .executor(Runnable::run)
          .build();

  private RateLimits(Map<String, Limit> limits, LongSupplier nanos) {
    this.limits = Map.copyOf(limits);
    this.nanos = nanos;
  }

  /** As the setting says. */
  static RateLimits of(Settings settings) {
    Map<String, Limit> limits = new HashMap<>();
    for (String entry : settings.get(AllSettings.RATE_LIMITS)) {
      Limit limit = limit(entry);
      AREAS.forEach(
          (surface, area) -> {
            if (area.equals(limit.area())) {
              limits.put(surface, limit);
            }
          });
    }
    return new RateLimits(limits, System::nanoTime);
  }

  private static Limit limit(String entry) {
    Matcher found = ENTRY.matcher(entry.strip());
    if (!found.matches() || !Set.copyOf(AREAS.values()).contains(found.group(1))) {
      throw new InvalidSettings(
          AllSettings.RATE_LIMITS.name()
              + ": '"
              + entry
              + "' is no limit; one is farm=6000 or farm=6000/500, for farm, spatio, sensor or root");
    }
    long perMinute = Math.max(1, Long.parseLong(found.group(2)));
    long burst = found.group(3) == null ? perMinute : Math.max(1, Long.parseLong(found.group(3)));
    AsciiString policy = new AsciiString("\"" + found.group(1) + "\";q=" + perMinute + ";w=60");
    return new Limit(found.group(1), MINUTE / perMinute, burst, policy);
  }

  /** The bucket of a caller; null where nothing is limited. */
  @Nullable Bucket of(Surface surface, Caller caller) {
    Limit limit = limits.isEmpty() ? null : limits.get(surface.name());
    return limit == null
        ? null
        : bucket(
            limit,
            new Who(limit.area(), caller.issuer(), caller.subject(), caller.clientId().orElse("")));
  }

  /** The bucket of somebody without a token; null where nothing is limited. */
  @Nullable Bucket of(Surface surface, InetAddress address) {
    Limit limit = limits.isEmpty() ? null : limits.get(surface.name());
    return limit == null
        ? null
        : bucket(limit, new Who(limit.area(), "", FailureBrake.source(address), ""));
  }

  private Bucket bucket(Limit limit, Who who) {
    return buckets.get(who, w -> new Bucket(limit, nanos));
  }

  /** Whether anything is limited at all. */
  boolean isOn() {
    return !limits.isEmpty();
  }

  /** What is left to one caller in one area: the moment at which the bucket will be full again. */
  static final class Bucket {
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

    private long room() {
      return limit.burst() * limit.interval();
    }

    /** Whether one more request would be let in. */
    boolean hasRoom() {
      long now = now();
      return Math.max(full.get(), now) + limit.interval() - now <= room();
    }

    /** Takes one request out; false when there is none. */
    boolean take() {
      while (true) {
        long now = now();
        long before = full.get();
        long after = Math.max(before, now) + limit.interval();
        if (after - now > room()) {
          return false;
        }
        if (full.compareAndSet(before, after)) {
          return true;
        }
      }
    }

    AsciiString policy() {
      return limit.policy();
    }

    /** What is left, and in how many seconds all of it is back. */
    AsciiString state() {
      long used = Math.max(0, full.get() - now());
      return new AsciiString(
          "\""
              + limit.area()
              + "\";r="
              + (room() - used) / limit.interval()
              + ";t="
              + seconds(used));
    }

    /** 429 with the time until the next request would be let in. */
    Problem refusal() {
      long wait = Math.max(full.get(), now()) + limit.interval() - now() - room();
      return Problem.of(
              ProblemType.TOO_MANY_REQUESTS,
              "more requests than the limit of the area '" + limit.area() + "' allows")
          .with("Retry-After", Long.toString(Math.max(1, seconds(wait))));
    }

    private static long seconds(long time) {
      return (time + TimeUnit.SECONDS.toNanos(1) - 1) / TimeUnit.SECONDS.toNanos(1);
    }
  }
}
