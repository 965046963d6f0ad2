package io.glebe.api.boot.watch;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Gives heap that a peak has left back to the operating system. The collector G1 shrinks its heap
 * only when a marking ends, and starts one only when much is allocated, so that a quiet process
 * keeps the memory of its last peak. This asks for a collection, which runs beside the other
 * threads (see jvm.options), once the heap has grown and few collections happen any more. A process
 * at rest collects nothing.
 */
public final class HeapTrim implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(2);

  private final HeapTrimRule rule = new HeapTrimRule();
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("heap trim").factory());

  private HeapTrim() {}

  /** Begins to observe the heap of this process. */
  public static HeapTrim begin() {
    HeapTrim trim = new HeapTrim();
    long period = PERIOD.toMillis();
    var _ = trim.thread.scheduleWithFixedDelay(trim::look, period, period, TimeUnit.MILLISECONDS);
    return trim;
  }

  private void look() {
    if (rule.isDue(committed(), collections())) {
      System.gc();
      rule.collected(committed(), collections());
    }
  }

  private static long committed() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted();
  }

  private long collections() {
    return collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
