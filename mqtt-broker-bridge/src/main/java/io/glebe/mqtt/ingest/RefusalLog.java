package io.glebe.mqtt.ingest;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs refused messages without their payloads, at most one line for each reason in {@value
 * #PAUSE_SECONDS} seconds, so that many invalid messages cause few lines. Thread-safe.
 */
final class RefusalLog {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
  private static final int PAUSE_SECONDS = 10;
  private static final long PAUSE_NANOS = Duration.ofSeconds(PAUSE_SECONDS).toNanos();

  private static final class Run {
    private long count;
    private long lastLine = System.nanoTime() - PAUSE_NANOS;
  }

  private final Map<MessageOutcome, Run> runs = new EnumMap<>(MessageOutcome.class);

  void refused(MessageOutcome outcome, String client, String detail) {
    long count;
    synchronized (this) {
      Run run = runs.computeIfAbsent(outcome, v -> new Run());
      run.count++;
      long now = System.nanoTime();
      if (now - run.lastLine < PAUSE_NANOS) {
        return;
      }
      run.lastLine = now;
      count = run.count;
      run.count = 0;
    }
    LOG.warn("{} refused as {}, last of {}: {}", count, outcome, client, detail);
  }
}
