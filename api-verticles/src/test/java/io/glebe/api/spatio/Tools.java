package io.glebe.api.spatio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs other programs as child processes. */
public final class Tools {
  /**
   * Names under which Chromium is installed. The first draws pages as the others do, and does not
   * prepare the windows and menus that nobody sees: it needs two thirds of their time.
   */
  public static final List<String> BROWSERS =
      List.of(
          "chromium-headless-shell",
          "chromium",
          "chromium-browser",
          "google-chrome-stable",
          "google-chrome");

  private static final int MINUTES = 4;

  private Tools() {}

  /**
   * A missing program skips the test on a developer's machine, and fails it where all programs are
   * required.
   */
  public static void require(boolean present, String what) {
    assumeTrue(isPresent(present, what), what + " is installed");
  }

  /**
   * Whether a program is present, for a test that does less without it; fails where all programs
   * are required.
   */
  public static boolean isPresent(boolean present, String what) {
    if (!present && "true".equals(System.getenv("CI"))) {
      throw new AssertionError(what + " is needed on CI");
    }
    return present;
  }

  /** The first of these programs that the search path contains. */
  public static Optional<Path> program(List<String> names) {
    List<Path> folders =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator)).map(Path::of).toList();
    return names.stream()
        .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
        .flatMap(path -> Files.isExecutable(path) ? Stream.of(path) : Stream.empty())
        .findFirst();
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

  /**
   * The folder below {@code target} in which the npm packages of {@code src/test/NAME} are
   * installed, from its lock file and without scripts of packages.
   */
  public static synchronized Path npm(String name) throws IOException, InterruptedException {
    Path source = Path.of("src", "test", name).toAbsolutePath();
    Path target = Path.of("target", "test-" + name).toAbsolutePath();
    Path lock = target.resolve("package-lock.json");
    boolean same =
        Files.isDirectory(target.resolve("node_modules"))
            && Files.mismatch(lock, source.resolve("package-lock.json")) < 0;
    if (!same) {
      require(succeeds("npm", "--version"), "npm");
      Files.createDirectories(target);
      for (String file : List.of("package.json", "package-lock.json")) {
        Files.copy(source.resolve(file), target.resolve(file), StandardCopyOption.REPLACE_EXISTING);
      }
      List<String> install =
          List.of("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts");
      run(target, target, install);
    }
    return target;
  }
}
