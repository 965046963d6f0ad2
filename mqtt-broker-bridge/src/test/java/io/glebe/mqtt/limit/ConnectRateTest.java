package io.glebe.mqtt.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConnectRateTest {
  private final AtomicLong now = new AtomicLong();
  private final ConnectRate rate = new ConnectRate(60, now::get);

  @Test
  void anAddressMayConnectSoOftenInAMinuteAndOthersAreNotAffected() {
    for (int i = 0; i < 60; i++) {
      assertThat(rate.admits("a")).isTrue();
    }
    assertThat(rate.admits("a")).isFalse();
    assertThat(rate.admits("b")).isTrue();

    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(rate.admits("a")).isTrue();
    assertThat(rate.admits("a")).isFalse();
  }

  @Test
  void zeroLimitsNobody() {
    ConnectRate unlimited = new ConnectRate(0, now::get);
    for (int i = 0; i < 10_000; i++) {
      assertThat(unlimited.admits("a")).isTrue();
    }
  }
}
