package io.glebe.api.boot.watch;

import io.glebe.core.config.MemorySettings;
import io.glebe.core.config.Settings;
import io.glebe.zarr.chunk.ChunkCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

/**
 * Lets the cache of chunks give memory back while the process has more resident than {@link
 * MemorySettings#RESIDENT_MEMORY}: a heap that is full in a peak and full caches do not meet. Looks
 * ten times a second. Only on systems that tell the resident memory of a process as Linux does.
 */
public final class CacheTrim implements AutoCloseable {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";
  private static final long PERIOD_MILLIS = 100;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("cache trim").factory());

  private CacheTrim() {}

  /** Begins to observe this process. */
  public static CacheTrim begin(Settings settings, ChunkCache chunks) {
    CacheTrim trim = new CacheTrim();
    if (Files.isReadable(STATUS)) {
      CacheTrimRule rule =
          new CacheTrimRule(MemorySettings.residentMemory(settings), chunks.maxBytes());
      trim.look(resident -> rule.limit(resident, chunks.reservedBytes()), chunks);
    }
    return trim;
  }

  private void look(LongUnaryOperator limit, ChunkCache chunks) {
    var _ =
        thread.scheduleWithFixedDelay(
            RepeatedLook.of("cache trim", () -> chunks.limit(limit.applyAsLong(resident()))),
            PERIOD_MILLIS,
            PERIOD_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  /** Bytes that are resident now; 0 when that cannot be read. */
  static long resident() {
    try {
      String status = Files.readString(STATUS);
      int from = status.indexOf(RESIDENT) + RESIDENT.length();
      return Long.parseLong(status.substring(from, status.indexOf(" kB", from)).strip()) << 10;
    } catch (IOException | NumberFormatException unreadable) {
      return 0;
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
