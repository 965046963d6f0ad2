package io.glebe.api.boot.watch;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dump of the heap that a process writes before it ends by itself, in the folder {@code
 * GLEBE_HEAP_DUMP}.
 */
public final class HeapDump {
  private static final Logger LOG = LoggerFactory.getLogger(HeapDump.class);

  private final Optional<Path> folder;

  private HeapDump(Optional<Path> folder) {
    this.folder = folder;
  }

  /**
   * Makes the folder, and lets the JVM write a dump there at an OutOfMemoryError.
   *
   * @throws InvalidSettings when the folder cannot be written
   */
  public static HeapDump of(Settings settings) {
    Optional<Path> folder = settings.get(ProcessSettings.HEAP_DUMP).map(Path::of);
    folder.ifPresent(HeapDump::atOutOfMemory);
    return new HeapDump(folder);
  }

  private static void atOutOfMemory(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new InvalidSettings(ProcessSettings.HEAP_DUMP.name() + ": " + folder + " is no folder");
    }
    if (!Files.isWritable(folder)) {
      throw new InvalidSettings(
          ProcessSettings.HEAP_DUMP.name() + ": " + folder + " cannot be written");
    }
    HotSpotDiagnosticMXBean jvm = jvm();
    jvm.setVMOption("HeapDumpPath", folder.toAbsolutePath().toString());
    jvm.setVMOption("HeapDumpOnOutOfMemoryError", "true");
  }

  private static HotSpotDiagnosticMXBean jvm() {
    return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
  }

  /** Writes a dump where a folder is set; a failure is logged. */
  public void write() {
    if (folder.isEmpty()) {
      return;
    }
    Path file = folder.get().resolve("java_pid" + ProcessHandle.current().pid() + ".hprof");
    try {
      jvm().dumpHeap(file.toAbsolutePath().toString(), true);
    } catch (IOException e) {
      LOG.error("the heap could not be dumped to {}", file, e);
    }
  }
}
