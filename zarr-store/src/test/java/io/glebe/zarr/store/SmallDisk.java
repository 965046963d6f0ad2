package io.glebe.zarr.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A file system of a few megabytes in memory; tests that need it skip where mounting is not
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

  private static boolean run(String... command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).inheritIO().start();
      return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException noSuchTool) {
      return false;
    }
  }

  @Override
  public void close() throws Exception {
    run("umount", folder.toString());
  }
}
