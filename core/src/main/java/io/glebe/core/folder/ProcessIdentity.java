package io.glebe.core.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Distinguishes a process from a later process with the same id. Linux: by its start time in clock
 * ticks since boot, which clock changes do not affect. Other systems: by its start time.
 */
public final class ProcessIdentity {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final int START_FIELD = 22;

  /** Number of fields in the stat file up to and including the process name. */
  private static final int FIELDS_BEFORE = 2;

  private ProcessIdentity() {}

  /** Returns the identity of the current process with this id; empty when there is none. */
  public static Optional<String> of(long pid) {
    Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    if (process.isEmpty()) {
      return Optional.empty();
    }
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
      return Optional.of(
          Files.readString(BOOT).strip() + "/" + fields[START_FIELD - FIELDS_BEFORE - 1]);
    } catch (IOException | IndexOutOfBoundsException e) {
      return process.get().info().startInstant().map(Object::toString);
    }
  }
}
