package io.glebe.core.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Tells a process from a later one with the same id: by its start in clock ticks since the machine
 * started, which no change of the clock moves, and elsewhere than on Linux by its time of start.
 */
public final class ProcessIdentity {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final int START_FIELD = 22;

  /** Fields of the stat file that stand before the end of the process name. */
  private static final int FIELDS_BEFORE = 2;

  private ProcessIdentity() {}

  /** The identity of the process that has this id now; absent when there is none. */
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
