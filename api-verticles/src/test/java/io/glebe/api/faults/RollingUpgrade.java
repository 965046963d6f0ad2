package io.glebe.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gateways of an earlier version are replaced one after the other under load: {@code ./glebe test
 * -Pupgrade -Dglebe.upgrade.from=DIR} with the folder of an unpacked package of that version.
 */
@EnabledOnOs(OS.LINUX)
class RollingUpgrade {
  private static final long SEED = Long.getLong("glebe.upgrade.seed", 22);

  @TempDir private Path folder;

  @Test
  void twoVersionsServeSideBySideAndNothingIsLost() throws Exception {
    String from = System.getProperty("glebe.upgrade.from", "");
    assertThat(from).as("glebe.upgrade.from: folder of the earlier package").isNotEmpty();
    List<RoundResult> results = new ArrayList<>();
    try (FaultRun run = new FaultRun(folder, Optional.of(Path.of(from)), SEED, 1)) {
      for (Fault fault :
          List.of(
              Fault.NONE, Fault.FIRST_UPGRADED, Fault.NONE, Fault.SECOND_UPGRADED, Fault.NONE)) {
        results.add(run.round(fault));
      }
      System.out.println(RoundResult.table(results));
      assertThat(run.problems()).isEmpty();
    }
  }
}
