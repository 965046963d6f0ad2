package io.glebe.api.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Jazzer makes some thousand inputs of all parsers; {@link FullFuzz} makes many more. */
@EnabledOnOs(OS.LINUX)
class ShortFuzzTest {
  private static final int INPUTS = 10_000;

  /** Only a machine with much other work needs more than some seconds. */
  private static final Duration TIME = Duration.ofMinutes(2);

  private static final int SEED = 20_261_128;

  @Test
  void noParserFailsWithGeneratedInputs(@TempDir Path folder) throws Exception {
    Path corpus = Files.createDirectory(folder.resolve("corpus"));
    FuzzCorpus.writeJoined(corpus);
    JazzerRun.Result result =
        new JazzerRun(Optional.empty(), INPUTS, TIME, SEED, List.of(corpus))
            .run(folder.resolve("run"));
    assertThat(result.finding())
        .as("the first byte is the number of the target in %s", FuzzTargets.names())
        .isEmpty();
    assertThat(result.inputs()).isGreaterThan(INPUTS / 10);
  }
}
