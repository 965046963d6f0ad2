package io.glebe.api.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Jazzer looks for inputs of each parser: {@code ./glebe test -Pfuzz}. Inputs that reach new code
 * stay in {@code target/fuzz/TARGET/corpus}, those of findings in {@code target/fuzz/TARGET}.
 */
@EnabledOnOs(OS.LINUX)
class FullFuzz {
  private static final Duration TIME =
      Duration.ofSeconds(Integer.getInteger("glebe.fuzz.seconds", 60));
  private static final int SEED =
      Integer.getInteger("glebe.fuzz.seed", 1 + new Random().nextInt(Integer.MAX_VALUE - 1));

  /** Names of targets, separated by commas, instead of all. */
  private static final String CHOSEN = System.getProperty("glebe.fuzz.names", "");

  private static List<String> names() {
    return CHOSEN.isEmpty() ? FuzzTargets.names() : Arrays.asList(CHOSEN.split(",", -1));
  }

  @Test
  void noParserFailsWithGeneratedInputs() throws Exception {
    System.out.println("glebe.fuzz.seed=" + SEED);
    Map<String, String> findings = new TreeMap<>();
    for (String name : names()) {
      Path folder = Path.of("target", "fuzz", name).toAbsolutePath();
      Path corpus = Files.createDirectories(folder.resolve("corpus"));
      List<Path> corpora = List.of(corpus, FuzzCorpus.of(name).toAbsolutePath());
      JazzerRun.Result result =
          new JazzerRun(Optional.of(name), -1, TIME, SEED, corpora).run(folder);
      System.out.println(name + ": " + result.inputs() + " inputs " + result.finding());
      if (!result.finding().isEmpty()) {
        findings.put(name, result.finding());
      }
    }
    assertThat(findings).isEmpty();
  }
}
