package io.glebe.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * All faults under load, in a seeded order: {@code ./glebe test -Pfaults}. The table of results is
 * printed and written to {@code target/faults.md}.
 */
@EnabledOnOs(OS.LINUX)
class FullFaults {
  private static final long SEED = Long.getLong("glebe.faults.seed", System.nanoTime());
  private static final int COUNT = Integer.getInteger("glebe.faults.rounds", 100);

  /** Names of faults, separated by commas, instead of all. */
  private static final String CHOSEN = System.getProperty("glebe.faults.names", "");

  @TempDir private Path folder;

  /** Each fault as often as the others, within one. */
  private static List<Fault> order() {
    List<Fault> chosen =
        CHOSEN.isEmpty()
            ? Arrays.stream(Fault.values()).filter(Fault::isRepeatable).toList()
            : Arrays.stream(CHOSEN.split(",", -1))
                .map(name -> Fault.valueOf(name.strip().toUpperCase(Locale.ROOT)))
                .toList();
    Random random = new Random(SEED);
    List<Fault> order = new ArrayList<>();
    while (order.size() < COUNT) {
      List<Fault> all = new ArrayList<>(chosen);
      Collections.shuffle(all, random);
      order.addAll(all);
    }
    return order.subList(0, COUNT);
  }

  private static void report(List<RoundResult> results) throws IOException {
    String table = RoundResult.table(results);
    System.out.println(table);
    Files.writeString(Path.of("target", "faults.md"), table);
  }

  @Test
  void nothingAcknowledgedIsLostInAnyFault() throws Exception {
    System.out.println("glebe.faults.seed=" + SEED);
    List<RoundResult> results = new ArrayList<>();
    try (FaultRun run = new FaultRun(folder, SEED, 1)) {
      for (Fault fault : order()) {
        results.add(run.round(fault));
        System.out.print(RoundResult.table(results.subList(results.size() - 1, results.size())));
        run.problems().forEach(System.out::println);
      }
      results.add(run.round(Fault.DATABASE_FAILOVER));
      report(results);
      assertThat(run.problems()).isEmpty();
    }
  }
}
