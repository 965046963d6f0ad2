package io.glebe.mqtt.ingest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.SubjectId;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs refused messages with account and topic and without their payloads, at most one line for
 * each account and reason in {@value #PAUSE_SECONDS} seconds, so that many invalid messages cause
 * few lines. Thread-safe.
 */
final class RefusalLog {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
  private static final int PAUSE_SECONDS = 10;
  private static final long PAUSE_NANOS = Duration.ofSeconds(PAUSE_SECONDS).toNanos();
  private static final int MAX_RUNS = 10_000;

  private record Key(SubjectId account, MessageOutcome outcome) {}

  private static final class Run {
    private long count;
    private long lastLine = System.nanoTime() - PAUSE_NANOS;

    /** The number of refusals for the next line; 0 for no line now. */
    synchronized long counted() {
      count++;
      long now = System.nanoTime();
      if (now - lastLine < PAUSE_NANOS) {
        return 0;
      }
      lastLine = now;
      long all = count;
      count = 0;
      return all;
    }
  }

  private final Cache<Key, Run> runs =
      Caffeine.newBuilder().maximumSize(MAX_RUNS).executor(Runnable::run).build();

  void refused(Refusal refusal) {
    Key key = new Key(refusal.account(), refusal.outcome());
    long count = runs.get(key, k -> new Run()).counted();
    if (count > 0) {
      LOG.warn(
          "{} messages of {} refused as {}, last to {}: {}",
          count,
          refusal.account().subject(),
          refusal.outcome(),
          refusal.topic(),
          refusal.detail());
    }
  }
}
