package io.glebe.api.abuse;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

  private static final int MB = 1 << 20;
  private static final String CACHES = "glebe_slabs_reserved_bytes{";

  private final Path status;
  private final URI metrics;
  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicLong peak = new AtomicLong();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  /**
   * @param http the address of the platform
   */
  ResidentMemory(long process, String http) {
    metrics = URI.create(http + "/metrics");
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

  /** The resident memory and what the caches have reserved, which is 0 after the end. */
  AbuseResult.Level level() throws InterruptedException {
    try {
      String text =
          client
              .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      double bytes =
          text.lines()
              .filter(line -> line.startsWith(CACHES))
              .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
              .sum();
      return new AbuseResult.Level(now(), (long) bytes / MB);
    } catch (IOException ended) {
      return new AbuseResult.Level(now(), 0);
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
    client.shutdownNow();
  }
}
