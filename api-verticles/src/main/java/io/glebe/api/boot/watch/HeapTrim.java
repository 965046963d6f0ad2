package io.glebe.api.boot.watch;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the heap small. ZGC lets it grow to its limit before it collects, if there is time for
 * that, and a quiet process keeps the memory of its last peak. This makes five eighths of the limit
 * the aim of the collector, beyond which it goes only in a peak; and it asks for a collection,
 * which runs beside the other threads, once the heap has grown and few collections happen any more.
 * A process at rest collects nothing.
 */
public final class HeapTrim implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final String AIM = "SoftMaxHeapSize";

  private final HeapTrimRule rule = new HeapTrimRule();
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("heap trim").factory());

  private HeapTrim() {}

  /** Begins to observe the heap of this process. */
  public static HeapTrim begin() {
    aim(Runtime.getRuntime().maxMemory() / 8 * 5);
    HeapTrim trim = new HeapTrim();
    long period = PERIOD.toMillis();
    Runnable look = RepeatedLook.of("heap trim", trim::look);
    var _ = trim.thread.scheduleWithFixedDelay(look, period, period, TimeUnit.MILLISECONDS);
    return trim;
  }

  /** Unless a flag of the command line has an aim. */
  private static void aim(long bytes) {
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (jvm.getVMOption(AIM).getOrigin() != VMOption.Origin.VM_CREATION) {
      jvm.setVMOption(AIM, Long.toString(bytes));
    }
  }

  private void look() {
    if (rule.isDue(committed(), collections())) {
      System.gc();
      rule.collected(collections());
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
