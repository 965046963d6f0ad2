package io.glebe.api.abuse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Measures the resident memory of a process on Linux, in MB (2^20 bytes), ten times a second. */
final class ResidentMemory implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(100);
  private static final int KB_PER_MB = 1024;

  private final Path status;
  private final AtomicLong peak = new AtomicLong();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  ResidentMemory(long process) {
    status = Path.of("/proc", Long.toString(process), "status");
    var _ = timer.scheduleAtFixedRate(this::now, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The resident memory; 0 of a process that has ended. */
  long now() {
    try {
      long megabytes =
          Files.readAllLines(status).stream()
              .filter(line -> line.startsWith("VmRSS:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / KB_PER_MB)
              .findFirst()
              .orElse(0);
      peak.accumulateAndGet(megabytes, Math::max);
      return megabytes;
    } catch (IOException ended) {
      return 0;
    }
  }

  /** The most since the last call. */
  long takePeak() {
    now();
    return peak.getAndSet(0);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
