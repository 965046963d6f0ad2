package io.glebe.api.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import io.glebe.core.config.FaultSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.MemoryShares;
import io.glebe.core.config.Settings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Memory and free space of this machine. */
final class MachineCheck implements PartCheck {
  static final String PART = "machine";
  private static final long MEGABYTE = 1L << 20;

  /** Memory beside the heap: threads, code, chunks and buffers outside the heap. */
  private static final int BESIDE_HEAP = 2;

  @Override
  public List<Finding> of(Settings settings) throws IOException {
    List<Finding> findings = new ArrayList<>();
    long heap = Runtime.getRuntime().maxMemory();
    long memory =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    String text =
        "Java %s, %d processors, heap of %d MB, memory of %d MB"
            .formatted(
                Runtime.version().feature(),
                Runtime.getRuntime().availableProcessors(),
                heap / MEGABYTE,
                memory / MEGABYTE);
    findings.add(
        memory < BESIDE_HEAP * heap
            ? Finding.warning(PART, text + ": the process needs about twice its heap")
            : Finding.ok(PART, text));
    findings.add(budgets(settings, heap));
    findings.add(space(settings));
    return findings;
  }

  private static Finding budgets(Settings settings, long heap) {
    try {
      MemoryShares.check(settings, heap);
      return Finding.ok("memory", "the budgets of memory fit the heap");
    } catch (InvalidSettings e) {
      return Finding.fault("memory", String.valueOf(e.getMessage()));
    }
  }

  private static Finding space(Settings settings) throws IOException {
    long free = Files.getFileStore(settings.dataDir()).getUsableSpace();
    long least = settings.get(FaultSettings.FREE_SPACE);
    String text = "%d MB free in %s".formatted(free / MEGABYTE, settings.dataDir());
    return free < least
        ? Finding.fault("space", text + ", less than " + FaultSettings.FREE_SPACE.name())
        : Finding.ok("space", text);
  }
}
