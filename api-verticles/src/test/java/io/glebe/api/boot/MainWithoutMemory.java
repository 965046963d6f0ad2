package io.glebe.api.boot;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the platform, and uses up the heap on a thread of its own when the file {@code use-memory}
 * exists beside the data folder.
 */
final class MainWithoutMemory {
  private static final long POLL_MILLIS = 50;
  private static final int BLOCK_BYTES = 1 << 20;

  private MainWithoutMemory() {}

  static Path signal(Path data) {
    return data.resolveSibling("use-memory");
  }

  public static void main(String[] args) {
    Path data = Path.of(args[List.of(args).indexOf("--data") + 1]);
    Thread.ofPlatform().daemon().start(() -> useUp(signal(data)));
    Main.main(args);
  }

  private static void useUp(Path signal) {
    List<byte[]> kept = new ArrayList<>();
    try {
      while (!Files.exists(signal)) {
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    while (kept.size() < Integer.MAX_VALUE) {
      kept.add(new byte[BLOCK_BYTES]);
    }
  }
}
