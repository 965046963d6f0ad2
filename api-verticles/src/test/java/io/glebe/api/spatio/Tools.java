package io.glebe.api.spatio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs other programs as child processes. */
public final class Tools {
  private static final int MINUTES = 4;

  private Tools() {}

  /**
   * A missing program skips the test on a developer's machine, and fails it where all programs are
   * required.
   */
  public static void require(boolean present, String what) {
    if (!present && "true".equals(System.getenv("CI"))) {
      throw new AssertionError(what + " is needed on CI");
    }
    assumeTrue(present, what + " is installed");
  }

  /** Whether a command exists and succeeds. */
  public static boolean succeeds(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(MINUTES, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException notInstalled) {
      return false;
    }
  }

  /**
   * Runs a command that must succeed and returns its output.
   *
   * @param scratch a folder for its output
   */
  public static String run(Path directory, Path scratch, List<String> command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(scratch, "tool", ".out");
    Path err = Files.createTempFile(scratch, "tool", ".err");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended && process.exitValue() == 0)
        .as("%s: %s", command.getFirst(), Files.readString(err))
        .isTrue();
    return Files.readString(out);
  }
}
