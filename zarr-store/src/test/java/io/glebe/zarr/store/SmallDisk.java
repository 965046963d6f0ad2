package io.glebe.zarr.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A file system of a few megabytes in memory; tests that need it are skipped if mounting is not
 * allowed.
 */
public record SmallDisk(Path folder) implements AutoCloseable {

  public static SmallDisk mount(Path folder, int megabytes) throws Exception {
    Files.createDirectories(folder);
    boolean mounted =
        run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "none", folder.toString());
    assumeTrue(mounted, "a small tmpfs can be mounted here");
    return new SmallDisk(folder);
  }

  private static boolean run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).inheritIO().start();
      return process.onExit().get(60, TimeUnit.SECONDS).exitValue() == 0;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    } catch (IOException | ExecutionException | TimeoutException noSuchTool) {
      return false;
    }
  }

  @Override
  public void close() {
    run("umount", folder.toString());
  }
}
