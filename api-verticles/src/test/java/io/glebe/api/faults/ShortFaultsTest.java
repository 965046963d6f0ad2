package io.glebe.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Some faults under load; {@link FullFaults} has all of them many times. */
@EnabledOnOs(OS.LINUX)
class ShortFaultsTest {
  private static final long SEED = 22;

  /** The clients leave processors to the processes that start again. */
  private static final int PAUSES = 3;

  @TempDir private Path folder;

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES) // for a busy machine
  void nothingAcknowledgedIsLostWhenProcessesAreKilledAndTheNetworkIsCut() throws Exception {
    List<RoundResult> results = new ArrayList<>();
    try (FaultRun run = new FaultRun(folder, SEED, PAUSES)) {
      results.add(run.round(Fault.GATEWAY_KILLED));
      results.add(run.round(Fault.DATABASE_CUT));
      results.add(run.round(Fault.STORE_KILLED));
      results.add(run.round(Fault.DATABASE_FAILOVER));
      System.out.println(RoundResult.table(results));
      assertThat(run.problems()).isEmpty();
    }
  }
}
