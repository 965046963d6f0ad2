package io.glebe.api.boot.watch;

import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import java.time.Duration;

/**
 * How long a part may fail to work.
 *
 * @param report time after which health checks report it
 * @param exit time after which the process ends; zero for never
 */
record StallLimits(Duration report, Duration exit) {
  private static final int CHECKS = 5;
  private static final Duration MIN_PERIOD = Duration.ofMillis(100);
  private static final Duration MAX_PERIOD = Duration.ofSeconds(2);

  static StallLimits of(Settings settings) {
    return new StallLimits(
        settings.get(ProcessSettings.STALL_LIMIT), settings.get(ProcessSettings.STALL_EXIT));
  }

  /** Time between two checks. */
  Duration period() {
    Duration period = report.dividedBy(CHECKS);
    return period.compareTo(MIN_PERIOD) < 0
        ? MIN_PERIOD
        : period.compareTo(MAX_PERIOD) > 0 ? MAX_PERIOD : period;
  }
}
