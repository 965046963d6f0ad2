package io.glebe.core.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
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
 * Slows down who guesses. Failures are counted for an account at an address, for an address and for
 * an account; beyond what is allowed each further one doubles the time that has to pass before the
 * next try is looked at. An account at an address where it has signed in before is judged by its
 * own failures there only, so that nobody is locked out by what others try elsewhere. Tables are
 * bounded, and what stays quiet is forgotten. Safe for threads; no I/O.
 */
public final class FailureThrottle {
  /** Keys of one table, and accounts that are known at an address. */
  static final int MAX_KEYS = 100_000;

  private static final Logger LOG = LoggerFactory.getLogger(FailureThrottle.class);
  private static final int V6_NETWORK_BYTES = 8;
  private static final int MAX_ACCOUNT_CHARS = 64;
  private static final int MAX_DOUBLINGS = 30;
  private static final Duration KNOWN = Duration.ofDays(1);
  private static final long LOG_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** What can be guessed; the numbers are multiples of the failures that the setting allows. */
  public enum Kind {
    /** Passwords of service accounts. */
    PASSWORD(1, 5, 5),
    /** Codes, refresh tokens and assertions at the token endpoint. An account is a client here. */
    CODE(5, 10, 0),
    /** Sign-ins at the pages of console and development identity that were never begun. */
    SIGN_IN(0, 10, 0),
    /**
     * Bearer tokens that nobody has made. They cannot be guessed; the brake only bounds the work,
     * and behind one address there may be many who are in order.
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

    private String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private record Key(Kind kind, String address, String account) {}

  /**
   * Failures of a key.
   *
   * @param last when the last one was
   * @param pause how long the next try has to wait from then on; in nanoseconds, as the time
   */
  private record Tries(int failures, long last, long pause) {
    long left(long now) {
      return pause - (now - last);
    }
  }

  /** Failures, refusals, and when the last line was written to the log. */
  private record FailureCount(LongAdder failed, LongAdder refused, AtomicLong logged) {}

  private final int allowed;
  private final long longest;
  private final LongSupplier nanos;
  private final Cache<Key, Tries> tries;
  private final Cache<Key, Boolean> known;
  private final Map<Kind, FailureCount> tallies = new EnumMap<>(Kind.class);

  /**
   * @param allowed failures before anything is slowed; 0 switches the brake off
   * @param longest longest time until the next try
   * @param quiet after this time without a failure nothing is held against anybody
   */
  FailureThrottle(int allowed, Duration longest, Duration quiet, LongSupplier nanos) {
    this.allowed = allowed;
    this.longest = longest.toNanos();
    this.nanos = nanos;
    tries = table(quiet);
    known = table(KNOWN);
    for (Kind kind : Kind.values()) {
      AtomicLong logged = new AtomicLong(nanos.getAsLong() - LOG_NANOS);
      tallies.put(kind, new FailureCount(new LongAdder(), new LongAdder(), logged));
    }
  }

  private FailureCount tally(Kind kind) {
    return Objects.requireNonNull(tallies.get(kind));
  }

  private <T> Cache<Key, T> table(Duration life) {
    return Caffeine.newBuilder()
        .maximumSize(MAX_KEYS)
        .expireAfterWrite(life)
        .ticker(nanos::getAsLong)
        .executor(Runnable::run)
        .build();
  }

  /** As the settings say. */
  public static FailureThrottle of(Settings settings) {
    return new FailureThrottle(
        settings.get(IdentitySettings.BRAKE_FAILURES),
        settings.get(IdentitySettings.BRAKE_LONGEST),
        settings.get(IdentitySettings.BRAKE_QUIET),
        System::nanoTime);
  }

  /** Slows nobody. */
  public static FailureThrottle off() {
    return new FailureThrottle(0, Duration.ofSeconds(1), Duration.ofSeconds(1), System::nanoTime);
  }

  /** What failures are counted by: an address of IPv4, or a network of 64 bits of IPv6. */
  public static String source(InetAddress address) {
    return address instanceof Inet6Address six
        ? HexFormat.of().formatHex(six.getAddress(), 0, V6_NETWORK_BYTES)
        : address.getHostAddress();
  }

  /** Whether there is nothing that could be held against anybody. */
  public boolean isIdle() {
    return allowed == 0 || tries.estimatedSize() == 0;
  }

  /** The refusal (429 with Retry-After) of a try that comes too soon; empty for all others. */
  public Optional<Problem> refusal(Kind kind, String source, String account) {
    if (isIdle()) {
      return Optional.empty();
    }
    long now = nanos.getAsLong();
    long left = 0;
    for (Key key : judged(kind, source, shortened(account))) {
      Tries found = tries.getIfPresent(key);
      left = found == null ? left : Math.max(left, found.left(now));
    }
    return left > 0 ? Optional.of(slowed(kind, left)) : Optional.empty();
  }

  /**
   * Counts a try that has failed and cost nothing to look at; 429 in place of its own answer when
   * too many have failed before. What does not fail is so never held up.
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
    tally(kind).refused().increment();
    long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(left - 1);
    return Problem.of(
            ProblemType.TOO_MANY_REQUESTS,
            "too many tries have failed; the next one is looked at in " + seconds + " s")
        .with("Retry-After", Long.toString(seconds));
  }

  private List<Key> judged(Kind kind, String source, String account) {
    Key pair = new Key(kind, source, account);
    return known.getIfPresent(pair) != null
        ? List.of(pair)
        : List.of(pair, new Key(kind, source, ""), new Key(kind, "", account));
  }

  /** A try has failed. */
  public void failed(Kind kind, String source, String account) {
    tally(kind).failed().increment();
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
    Tries now =
        tries.asMap().compute(key, (k, old) -> next(old == null ? 1 : old.failures() + 1, free));
    if (now != null && now.failures() == free) {
      tell(key);
    }
  }

  /** One second after the last failure that was allowed, then twice as long each time. */
  private Tries next(int failures, int free) {
    int doublings = Math.min(failures - free, MAX_DOUBLINGS);
    long wait = doublings < 0 ? 0 : Math.min(longest, TimeUnit.SECONDS.toNanos(1) << doublings);
    return new Tries(failures, nanos.getAsLong(), wait);
  }

  /** One line for a burst, at most one a minute: without the address and the account. */
  private void tell(Key key) {
    AtomicLong last = tally(key.kind()).logged();
    long now = nanos.getAsLong();
    long before = last.get();
    if (now - before >= LOG_NANOS && last.compareAndSet(before, now)) {
      LOG.warn(
          "failed tries are slowed down: {} of {}",
          key.kind().word(),
          key.address().isEmpty()
              ? "one account"
              : key.account().isEmpty() ? "one address" : "one account at one address");
    }
  }

  /** A try has succeeded: nothing is held against this account at this address any more. */
  public void succeeded(Kind kind, String source, String account) {
    if (allowed > 0 && !account.isEmpty()) {
      Key pair = new Key(kind, source, shortened(account));
      known.put(pair, true);
      tries.invalidate(pair);
    }
  }

  /** Keys against which something is held. */
  long size() {
    tries.cleanUp();
    return tries.estimatedSize();
  }

  private static String shortened(String account) {
    return account.substring(0, Math.min(account.length(), MAX_ACCOUNT_CHARS));
  }

  /** Shows how many tries have failed, and how many came too soon. */
  public void register(MeterRegistry registry) {
    Arrays.stream(Kind.values())
        .forEach(
            kind -> {
              counter(registry, kind, "failed", tally(kind).failed());
              counter(registry, kind, "refused", tally(kind).refused());
            });
  }

  private static void counter(MeterRegistry registry, Kind kind, String outcome, LongAdder adder) {
    FunctionCounter.builder(MeterNames.FAILED_TRIES, adder, LongAdder::sum)
        .description("failed passwords, codes and tokens, and tries that came too soon after them")
        .tag("kind", kind.word())
        .tag("outcome", outcome)
        .register(registry);
  }
}
