package io.glebe.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.identity.FailureThrottle.Kind;
import io.glebe.core.problem.Problem;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FailureThrottleTest {
  private static final int ALLOWED = 4;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L); // overflows
  private final FailureThrottle throttle =
      new FailureThrottle(ALLOWED, Duration.ofSeconds(60), Duration.ofMinutes(15), now::get);

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private void fail(int times, Kind kind, String source, String account) {
    for (int i = 0; i < times; i++) {
      throttle.failed(kind, source, account);
    }
  }

  /** Returns the seconds to wait; 0 for no delay. */
  private int wait(Kind kind, String source, String account) {
    Optional<Problem> refusal = throttle.refusal(kind, source, account);
    refusal.ifPresent(problem -> assertThat(problem.status()).isEqualTo(429));
    return refusal.map(p -> Integer.parseInt(p.headers().get("Retry-After"))).orElse(0);
  }

  @Test
  @Tag("GLEBE_BRAKE_LONGEST")
  void theFirstFailuresCauseNoDelayAndFurtherOnesDoubleIt() {
    fail(ALLOWED - 1, Kind.PASSWORD, "a", "station");
    assertThat(wait(Kind.PASSWORD, "a", "station")).isZero();
    for (int expected : new int[] {1, 2, 4, 8, 16, 32, 60, 60, 60}) {
      fail(1, Kind.PASSWORD, "a", "station");
      assertThat(wait(Kind.PASSWORD, "a", "station")).isEqualTo(expected);
      pass(Duration.ofSeconds(expected));
      assertThat(wait(Kind.PASSWORD, "a", "station")).isZero();
    }
  }

  @Test
  @Tag("GLEBE_BRAKE_QUIET")
  void failuresExpireAfterAQuietPeriod() {
    fail(100, Kind.PASSWORD, "a", "station");
    assertThat(wait(Kind.PASSWORD, "a", "station")).isEqualTo(60);
    pass(Duration.ofMinutes(16));
    fail(1, Kind.PASSWORD, "a", "station");
    assertThat(wait(Kind.PASSWORD, "a", "station")).isZero();
  }

  @Test
  void aSuccessResetsTheFailuresOfTheAccountAtThisAddress() {
    fail(ALLOWED, Kind.PASSWORD, "a", "station");
    throttle.succeeded(Kind.PASSWORD, "a", "station");
    assertThat(wait(Kind.PASSWORD, "a", "station")).isZero();
  }

  @Test
  void attemptsFromOtherAddressesLockNoAccount() {
    throttle.succeeded(Kind.PASSWORD, "home", "station");
    for (int i = 0; i < 1000; i++) {
      fail(3, Kind.PASSWORD, "away-" + i, "station");
    }
    assertThat(wait(Kind.PASSWORD, "home", "station")).isZero();
    assertThat(wait(Kind.PASSWORD, "new", "station")).isPositive();
    assertThat(wait(Kind.PASSWORD, "new", "another")).isZero();
  }

  @Test
  void unknownAccountsOfOneAddressAreDelayedAndKnownAccountsAreNot() {
    throttle.succeeded(Kind.PASSWORD, "a", "station");
    for (int i = 0; i < 5 * ALLOWED; i++) {
      fail(1, Kind.PASSWORD, "a", "account-" + i);
    }
    assertThat(wait(Kind.PASSWORD, "a", "account-x")).isPositive();
    assertThat(wait(Kind.PASSWORD, "a", "station")).isZero();
    assertThat(wait(Kind.PASSWORD, "b", "account-x")).isZero();
  }

  @Test
  void aClientIsNotDelayedByGuessesFromOtherAddresses() {
    fail(10_000, Kind.CODE, "a", "console");
    assertThat(wait(Kind.CODE, "a", "console")).isPositive();
    assertThat(wait(Kind.CODE, "b", "console")).isZero();
  }

  @Test
  void tablesAreBounded() {
    for (int i = 0; i < FailureThrottle.MAX_KEYS + 10_000; i++) {
      fail(1, Kind.TOKEN, "address-" + i, "");
    }
    assertThat(throttle.size()).isLessThanOrEqualTo(FailureThrottle.MAX_KEYS);
  }

  @Test
  void zeroDisablesTheThrottle() {
    FailureThrottle off = FailureThrottle.off();
    for (int i = 0; i < 100; i++) {
      off.failed(Kind.PASSWORD, "a", "station");
    }
    assertThat(off.refusal(Kind.PASSWORD, "a", "station")).isEmpty();
  }

  @Test
  void addressesOfOneIpv6NetworkCountAsOne() throws Exception {
    String one = FailureThrottle.source(InetAddress.getByName("2001:db8:1:2::1"));
    assertThat(FailureThrottle.source(InetAddress.getByName("2001:db8:1:2:ffff::9")))
        .isEqualTo(one);
    assertThat(FailureThrottle.source(InetAddress.getByName("2001:db8:1:3::1"))).isNotEqualTo(one);
    assertThat(FailureThrottle.source(InetAddress.getByName("192.0.2.7"))).isEqualTo("192.0.2.7");
  }

  @Test
  void failuresAndRefusalsAreCountedByKind() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    throttle.register(registry);
    fail(ALLOWED, Kind.PASSWORD, "a", "station");
    assertThat(wait(Kind.PASSWORD, "a", "station")).isPositive();
    assertThat(
            registry
                .get("glebe.identity.failed.tries")
                .tag("kind", "password")
                .tag("outcome", "failed")
                .functionCounter()
                .count())
        .isEqualTo(ALLOWED);
    assertThat(
            registry
                .get("glebe.identity.failed.tries")
                .tag("kind", "password")
                .tag("outcome", "refused")
                .functionCounter()
                .count())
        .isEqualTo(1);
  }
}
