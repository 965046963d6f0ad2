package io.glebe.zarr.array;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs other implementations as child processes. A test is skipped when its implementation is not
 * installed; with {@code CI=true} it fails.
 */
public final class ZarrPython {
  private static final int MINUTES = 4;

  private ZarrPython() {}

  /** Output of a command; empty when it cannot be started or fails. */
  private static Optional<String> attempt(List<String> command, Path folder) {
    try {
      Path log = Files.createTempFile(folder, "peer", ".log");
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError("did not end: " + command);
      }
      String output = Files.readString(log);
      Files.delete(log);
      return process.exitValue() == 0 ? Optional.of(output) : Optional.empty();
    } catch (IOException notInstalled) {
      return Optional.empty();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  public static void require(boolean present, String what) {
    if (!present && "true".equals(System.getenv("CI"))) {
      throw new AssertionError(what + " is needed on CI");
    }
    assumeTrue(present, what + " is installed");
  }

  /** Runs a command that must succeed; on failure the message contains its output. */
  public static String run(Path folder, String... command) throws Exception {
    Path log = Files.createTempFile(folder, "peer", ".log");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    String output = Files.readString(log);
    Files.delete(log);
    assertThat(ended && process.exitValue() == 0).as("%s: %s", List.of(command), output).isTrue();
    return output;
  }

  /** A Python that has zarr of version 2. */
  public static String python(Path folder) {
    for (String python : List.of("/usr/bin/python3", "python3")) {
      List<String> probe = new ArrayList<>(List.of(python, "-c"));
      probe.add("import zarr, numcodecs; assert zarr.__version__.startswith('2.')");
      if (attempt(probe, folder).isPresent()) {
        return python;
      }
    }
    require(false, "python3-zarr (version 2)");
    throw new AssertionError();
  }

  /** A Python that has xarray too. */
  public static String xarray(Path folder) {
    String python = python(folder);
    require(attempt(List.of(python, "-c", "import xarray"), folder).isPresent(), "python3-xarray");
    return python;
  }

  public static void gdal(Path folder) {
    require(attempt(List.of("gdal_translate", "--version"), folder).isPresent(), "gdal-bin");
  }

  public static Path source(String name) {
    return Path.of("src", "test", name).toAbsolutePath();
  }

  /**
   * The folder of the JavaScript peer with its packages. The first test process that needs it
   * installs it into target.
   */
  public static synchronized Path javaScript(Path folder) throws Exception {
    Path target = Path.of("target", "test-js").toAbsolutePath();
    Files.createDirectories(target);
    try (FileChannel gate = FileChannel.open(target.resolve(".gate"), CREATE, WRITE);
        FileLock passed = gate.lock()) {
      assertThat(passed.isValid()).isTrue();
      install(target, folder);
    }
    return target;
  }

  private static void install(Path target, Path folder) throws IOException {
    Path lock = target.resolve("package-lock.json");
    boolean same =
        Files.exists(lock)
            && Files.mismatch(lock, source("js/package-lock.json")) < 0
            && Files.isDirectory(target.resolve("node_modules/zarrita"));
    for (String file :
        List.of("package.json", "package-lock.json", "zarr_v3.mjs", "zarr_dataset.mjs")) {
      Files.copy(source("js/" + file), target.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    if (!same) {
      boolean node = attempt(List.of("npm", "--version"), folder).isPresent();
      require(node, "npm");
      List<String> install =
          List.of("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts");
      require(attempt(install, target).isPresent(), "zarrita (npm ci)");
    }
  }
}
