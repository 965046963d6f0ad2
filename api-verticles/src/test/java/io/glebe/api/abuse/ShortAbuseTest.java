package io.glebe.api.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process with the default heap goes on serving an ordinary user during each abuse. The whole
 * form with the promised limits is {@link FullAbuse}.
 */
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class ShortAbuseTest {
  private static final long SEED = 18;
  private static final Duration TIME = Duration.ofSeconds(1);
  private static final AbuseStage.Size SIZE = new AbuseStage.Size(0.25, 1_024, 4);

  @TempDir private Path folder;

  @Test
  void anOrdinaryUserIsServedDuringEachAbuse() throws Exception {
    List<AbuseResult> results = new ArrayList<>();
    try (AbuseRun run = new AbuseRun(folder, SEED, true, SIZE, AbuseLimits.GENEROUS)) {
      for (String name : AbuseCatalogue.names()) {
        results.add(run.abuse(name, TIME));
        assertThat(run.hasEnded()).as(AbuseResult.table(results)).isFalse();
      }
      run.assertThatAllAcknowledgedIsStored();
      assertThat(AbuseResult.faults(results, AbuseLimits.GENEROUS))
          .as(AbuseResult.table(results))
          .isEmpty();
      run.assertThatThePlatformStops();
    }
  }
}
