package io.glebe.api.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole suite of abuses with the promised limits: {@code ./glebe test -Pabuse}. The table of
 * results is printed and written to {@code target/abuse.md}.
 */
@EnabledOnOs(OS.LINUX)
class FullAbuse {
  private static final long SEED = Long.getLong("glebe.abuse.seed", System.nanoTime());
  private static final int MINUTES = Integer.getInteger("glebe.abuse.minutes", 0);

  /** Names of abuses, separated by semicolons, instead of all. */
  private static final String CHOSEN = System.getProperty("glebe.abuse.names", "");

  private static final Duration TIME =
      Duration.ofSeconds(Integer.getInteger("glebe.abuse.seconds", 20));
  private static final AbuseStage.Size SIZE = new AbuseStage.Size(1, 3_072, 30);

  @TempDir private Path folder;

  private final List<AbuseResult> results = new ArrayList<>();

  private static List<String> names() {
    return CHOSEN.isEmpty() ? AbuseCatalogue.names() : Arrays.asList(CHOSEN.split(";", -1));
  }

  private void report() throws IOException {
    String table = AbuseResult.table(results);
    System.out.println(table);
    Files.writeString(Path.of("target", "abuse.md"), table + "\n");
  }

  /** Runs these abuses one after the other until the platform ends; returns how many were run. */
  private int run(Path place, List<String> names) throws Exception {
    try (AbuseRun run = new AbuseRun(place, SEED, false, SIZE, AbuseLimits.PROMISED)) {
      results.add(run.abuse("none", List.of(), TIME));
      int done = 0;
      while (done < names.size() && !run.hasEnded()) {
        results.add(run.abuse(names.get(done), TIME));
        done++;
      }
      if (!run.hasEnded()) {
        run.assertThatAllAcknowledgedIsStored();
        run.assertThatThePlatformStops();
      }
      return done;
    }
  }

  @Test
  @DisabledIfSystemProperty(named = "glebe.abuse.minutes", matches = "[1-9].*")
  void thePromisesHoldDuringEachAbuse() throws Exception {
    List<String> names = names();
    int done = 0;
    for (int platform = 1; done < names.size(); platform++) {
      Path place = Files.createDirectory(folder.resolve("platform-" + platform));
      done += run(place, names.subList(done, names.size()));
    }
    report();
    assertThat(AbuseResult.faults(results, AbuseLimits.PROMISED)).isEmpty();
  }

  @Test
  @EnabledIfSystemProperty(named = "glebe.abuse.minutes", matches = "[1-9].*")
  void nothingIsLostAndMemoryReturnsAfterAllAbusesAtOnce() throws Exception {
    try (AbuseRun run = new AbuseRun(folder, SEED, false, SIZE, AbuseLimits.PROMISED)) {
      results.add(run.abuse("none", List.of(), TIME));
      AbuseResult all = run.abuse("all at once", names(), Duration.ofMinutes(MINUTES));
      results.add(all);
      report();
      assertThat(run.hasEnded()).isFalse();
      run.assertThatAllAcknowledgedIsStored();
      assertThat(all.faultsOfMemory(AbuseLimits.PROMISED)).isEmpty();
      assertThat(all.errors()).isEmpty();
      run.assertThatThePlatformStops();
    }
  }
}
