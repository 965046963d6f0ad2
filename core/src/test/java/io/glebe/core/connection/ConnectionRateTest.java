package io.glebe.core.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When connections have their turn that come faster than a client may open them. */
class ConnectionRateTest {
  private static final int PER_SECOND = 100;
  private static final long INTERVAL = Duration.ofMillis(10).toNanos();

  private final AtomicLong now = new AtomicLong(-5_000_000_000L);
  private final ConnectionRate rate = new ConnectionRate(PER_SECOND, now::get);

  private void open(int count) {
    for (int i = 0; i < count; i++) {
      assertThat(rate.next("192.0.2.1")).isZero();
    }
  }

  @Test
  void thoseOfOneSecondMayComeAtOnceAndTheOthersFollowAtTheRate() {
    open(PER_SECOND);
    assertThat(rate.next("192.0.2.1")).isEqualTo(INTERVAL);
    assertThat(rate.next("192.0.2.1")).isEqualTo(2 * INTERVAL);
    assertThat(rate.next("192.0.2.2")).isZero();
  }

  @Test
  void noneWaitsLongAndThoseThatWouldTakeNoTurn() {
    open(PER_SECOND);
    for (int i = 1; i <= ConnectionRate.MOST_SECONDS * PER_SECOND; i++) {
      assertThat(rate.next("192.0.2.1")).isEqualTo(i * INTERVAL);
    }
    for (int i = 0; i < PER_SECOND; i++) {
      assertThat(rate.next("192.0.2.1")).isNegative();
    }
    now.addAndGet(INTERVAL);
    assertThat(rate.next("192.0.2.1")).isPositive();
    assertThat(rate.next("192.0.2.1")).isNegative();
  }

  @Test
  void aClientThatWaitsMayOpenAsManyAgain() {
    open(PER_SECOND);
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    open(PER_SECOND);
    assertThat(rate.next("192.0.2.1")).isPositive();
  }

  @Test
  void aRateOfZeroIsNoLimit() {
    ConnectionRate unlimited = new ConnectionRate(0, now::get);
    for (int i = 0; i < 10_000; i++) {
      assertThat(unlimited.next("192.0.2.1")).isZero();
    }
  }
}
