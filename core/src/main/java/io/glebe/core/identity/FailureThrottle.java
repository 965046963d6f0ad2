package io.glebe.core.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.connection.ClientNetwork;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slows down the guessing of passwords, codes and tokens. Failures are counted per account and
 * address, per address, and per account. Above the allowed number each further failure doubles the
 * delay until the next attempt is checked. For an account at an address from which it has signed in
 * before, only its own failures there count, so that attempts from elsewhere lock nobody out.
 * Tables are bounded, and entries expire. Safe for threads; no I/O.
 */
public final class FailureThrottle {
  /** Maximum number of entries in each table. */
  static final int MAX_KEYS = 100_000;

  private static final Logger LOG = LoggerFactory.getLogger(FailureThrottle.class);
  private static final int MAX_ACCOUNT_CHARS = 64;
  private static final int MAX_DOUBLINGS = 30;
  private static final Duration KNOWN = Duration.ofDays(1);
  private static final long LOG_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** What can be guessed; the numbers are multiples of the allowed failures in the settings. */
  public enum Kind {
    /** Passwords of service accounts. */
    PASSWORD(1, 5, 5),
    /** Codes, refresh tokens and assertions at the token endpoint; the account is a client. */
    CODE(5, 10, 0),
    /** Sign-ins on the pages of console and development identity that were never started. */
    SIGN_IN(0, 10, 0),
    /**
     * Unknown bearer tokens. They cannot be guessed in practice; the limit bounds the work, and one
     * address may be shared by many legitimate callers.
     */
    TOKEN(0, 50, 0);

    private final int pair;
    private final int address;
    private final int account;

    Kind(int pair, int address, int account) {
      this.pair = pair;
      this.address = address;
      this.account = account;
    }

    private String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private record Key(Kind kind, String address, String account) {}

  /**
   * Failures of a key.
   *
   * @param last time of the last one
   * @param pause delay from then until the next attempt, in nanoseconds
   */
  private record Attempts(int failures, long last, long pause) {
    long left(long now) {
      return pause - (now - last);
    }
  }

  /** Counts of failures and refusals, and the time of the last log line. */
  private record FailureCount(LongAdder failed, LongAdder refused, AtomicLong logged) {}

  private final int allowed;
  private final long longest;
  private final LongSupplier nanos;
  private final Cache<Key, Attempts> attempts;
  private final Cache<Key, Boolean> known;
  private final Map<Kind, FailureCount> counts = new EnumMap<>(Kind.class);

  /**
   * @param allowed failures before attempts are delayed; 0 disables the throttle
   * @param longest maximum delay until the next attempt
   * @param quiet time without a failure after which the counts are reset
   */
  FailureThrottle(int allowed, Duration longest, Duration quiet, LongSupplier nanos) {
    this.allowed = allowed;
    this.longest = longest.toNanos();
    this.nanos = nanos;
    attempts = table(quiet);
    known = table(KNOWN);
    for (Kind kind : Kind.values()) {
      AtomicLong logged = new AtomicLong(nanos.getAsLong() - LOG_NANOS);
      counts.put(kind, new FailureCount(new LongAdder(), new LongAdder(), logged));
    }
  }

  private FailureCount counts(Kind kind) {
    return Objects.requireNonNull(counts.get(kind));
  }

  private <T> Cache<Key, T> table(Duration lifetime) {
    return Caffeine.newBuilder()
        .maximumSize(MAX_KEYS)
        .expireAfterWrite(lifetime)
        .ticker(nanos::getAsLong)
        .executor(Runnable::run)
        .build();
  }

  /** A throttle with the limits of the settings. */
  public static FailureThrottle of(Settings settings) {
    return new FailureThrottle(
        settings.get(IdentitySettings.BRAKE_FAILURES),
        settings.get(IdentitySettings.BRAKE_LONGEST),
        settings.get(IdentitySettings.BRAKE_QUIET),
        System::nanoTime);
  }

  /** A throttle that never delays. */
  public static FailureThrottle off() {
    return new FailureThrottle(0, Duration.ofSeconds(1), Duration.ofSeconds(1), System::nanoTime);
  }

  /** The key by which failures are counted: an IPv4 address, or the /64 network of IPv6. */
  public static String source(InetAddress address) {
    return ClientNetwork.of(address);
  }

  /** Whether no failures are counted at present. */
  public boolean isIdle() {
    return allowed == 0 || attempts.estimatedSize() == 0;
  }

  /** The refusal (429 with Retry-After) of an attempt that comes too soon; else empty. */
  public Optional<Problem> refusal(Kind kind, String source, String account) {
    if (isIdle()) {
      return Optional.empty();
    }
    long now = nanos.getAsLong();
    long left = 0;
    for (Key key : keys(kind, source, shortened(account))) {
      Attempts found = attempts.getIfPresent(key);
      left = found == null ? left : Math.max(left, found.left(now));
    }
    return left > 0 ? Optional.of(slowed(kind, left)) : Optional.empty();
  }

  /**
   * Counts a failed attempt that was cheap to check, or fails with 429 if too many have failed
   * before. Successful attempts are never delayed this way.
   *
   * @throws Problem 429
   */
  public void failedOrRefused(Kind kind, String source) {
    Optional<Problem> refusal = refusal(kind, source, "");
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    failed(kind, source, "");
  }

  private Problem slowed(Kind kind, long left) {
    counts(kind).refused().increment();
    long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(left - 1);
    return Problem.of(
            ProblemType.TOO_MANY_REQUESTS,
            "too many attempts have failed; the next one is checked in " + seconds + " s")
        .retryAfter(seconds);
  }

  private List<Key> keys(Kind kind, String source, String account) {
    Key pair = new Key(kind, source, account);
    return known.getIfPresent(pair) != null
        ? List.of(pair)
        : List.of(pair, new Key(kind, source, ""), new Key(kind, "", account));
  }

  /** Counts a failed attempt. */
  public void failed(Kind kind, String source, String account) {
    counts(kind).failed().increment();
    if (allowed == 0) {
      return;
    }
    String name = shortened(account);
    count(new Key(kind, source, name), name.isEmpty() ? 0 : kind.pair);
    count(new Key(kind, source, ""), kind.address);
    count(new Key(kind, "", name), name.isEmpty() ? 0 : kind.account);
  }

  private void count(Key key, int times) {
    if (times == 0) {
      return;
    }
    int free = allowed * times;
    Attempts now =
        attempts.asMap().compute(key, (k, old) -> next(old == null ? 1 : old.failures() + 1, free));
    if (now != null && now.failures() == free) {
      log(key);
    }
  }

  /** One second after the last allowed failure, then twice as long each time. */
  private Attempts next(int failures, int free) {
    int doublings = Math.min(failures - free, MAX_DOUBLINGS);
    long wait = doublings < 0 ? 0 : Math.min(longest, TimeUnit.SECONDS.toNanos(1) << doublings);
    return new Attempts(failures, nanos.getAsLong(), wait);
  }

  /** Writes at most one log line a minute, without address and account. */
  private void log(Key key) {
    AtomicLong last = counts(key.kind()).logged();
    long now = nanos.getAsLong();
    long before = last.get();
    if (now - before >= LOG_NANOS && last.compareAndSet(before, now)) {
      LOG.warn(
          "failed attempts are slowed down: {} of {}",
          key.kind().label(),
          key.address().isEmpty()
              ? "one account"
              : key.account().isEmpty() ? "one address" : "one account at one address");
    }
  }

  /** Counts a successful attempt: failures of this account at this address are reset. */
  public void succeeded(Kind kind, String source, String account) {
    if (allowed > 0 && !account.isEmpty()) {
      Key pair = new Key(kind, source, shortened(account));
      known.put(pair, true);
      attempts.invalidate(pair);
    }
  }

  /** Number of keys with failures. */
  long size() {
    attempts.cleanUp();
    return attempts.estimatedSize();
  }

  private static String shortened(String account) {
    return account.substring(0, Math.min(account.length(), MAX_ACCOUNT_CHARS));
  }

  /** Registers the counters of failed and of refused attempts. */
  public void register(MeterRegistry registry) {
    Arrays.stream(Kind.values())
        .forEach(
            kind -> {
              counter(registry, kind, "failed", counts(kind).failed());
              counter(registry, kind, "refused", counts(kind).refused());
            });
  }

  private static void counter(MeterRegistry registry, Kind kind, String outcome, LongAdder adder) {
    FunctionCounter.builder(MeterNames.FAILED_TRIES, adder, LongAdder::sum)
        .description(
            "failed passwords, codes and tokens, and attempts that were refused because of them")
        .tag("kind", kind.label())
        .tag("outcome", outcome)
        .register(registry);
  }
}
