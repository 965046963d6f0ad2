package io.glebe.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The time that a balancer has to notice a stop. */
class StopDelayTest {
  private static final Settings BEHIND_PROXY =
      Settings.defaults().with(HttpSettings.TRUST_FORWARDED, "10.0.0.0/8");

  @Test
  void aProcessWithoutAProxyStopsAtOnce() {
    assertThat(FaultSettings.stopDelay(Settings.defaults())).isZero();
  }

  @Test
  void aProcessBehindAProxyListensForFiveSecondsAfterItsReadinessHasEnded() {
    assertThat(FaultSettings.stopDelay(BEHIND_PROXY)).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void theSettingCountsInBothCases() {
    assertThat(FaultSettings.stopDelay(BEHIND_PROXY.with(FaultSettings.STOP_DELAY, "0s"))).isZero();
    assertThat(
            FaultSettings.stopDelay(Settings.defaults().with(FaultSettings.STOP_DELAY, "1500ms")))
        .isEqualTo(Duration.ofMillis(1_500));
  }
}
