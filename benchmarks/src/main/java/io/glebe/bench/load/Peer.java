package io.glebe.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Other programs that are compared with ours: installation, start, and CPU time. */
final class Peer {
  private static final Logger LOG = LoggerFactory.getLogger(Peer.class);

  /** Duration of a clock tick in /proc; fixed on Linux. */
  private static final long TICK_NANOS = 10_000_000;

  private static final long START_NANOS = 300_000_000_000L;
  private static final int PAUSE_MILLIS = 20;

  private Peer() {}

  /**
   * Whether all files exist, after an attempt to install the Debian packages where this is allowed;
   * logs a message otherwise.
   */
  static boolean present(List<Path> files, String... packages) {
    if (files.stream().allMatch(Files::exists)) {
      return true;
    }
    boolean root = "root".equals(System.getProperty("user.name"));
    if (root && Files.exists(Path.of("/usr/bin/apt-get"))) {
      List<String> command =
          Stream.concat(
                  Stream.of("apt-get", "install", "-y", "-qq", "--no-install-recommends"),
                  Stream.of(packages))
              .toList();
      LOG.info("installing {}", String.join(" ", packages));
      try {
        run(Path.of("/"), command);
      } catch (IllegalStateException failed) {
        LOG.warn("{}", failed.getMessage());
      }
    }
    boolean there = files.stream().allMatch(Files::exists);
    if (!there) {
      LOG.warn(
          "not measured beside ours: {} cannot be installed here", String.join(", ", packages));
    }
    return there;
  }

  /** A sign that a program has started. */
  @FunctionalInterface
  interface Sign {
    /** Whether the program has started; throws while the program does not respond. */
    boolean shows() throws IOException, InterruptedException;
  }

  /** Waits until a program has started, at most five minutes. */
  static void await(String what, Sign sign) throws InterruptedException {
    long end = System.nanoTime() + START_NANOS;
    while (System.nanoTime() < end) {
      try {
        if (sign.shows()) {
          return;
        }
      } catch (IOException notYet) {
        LOG.debug("{} is not there yet", what);
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    throw new IllegalStateException(what + " did not start");
  }

  /** Runs a program to its end and returns its output; an exception also contains the output. */
  static String run(Path folder, List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** CPU time of a process and of all its descendants, user and system, in nanoseconds. */
  static long cpuNanos(ProcessHandle process) {
    return Stream.concat(Stream.of(process), process.descendants())
        .mapToLong(Peer::ownCpuNanos)
        .sum();
  }

  /** CPU time of a process alone, user and system, in nanoseconds. */
  static long ownCpuNanos(ProcessHandle process) {
    return ticks(process, 11) * TICK_NANOS;
  }

  /** CPU time of all descendants of a process, including ended ones, in nanoseconds. */
  static long cpuNanosBelow(ProcessHandle process) {
    return endedCpuNanos(process)
        + process.descendants().mapToLong(p -> ownCpuNanos(p) + endedCpuNanos(p)).sum();
  }

  /** CPU time of the ended descendants of a process, in nanoseconds. */
  static long endedCpuNanos(ProcessHandle process) {
    return ticks(process, 13) * TICK_NANOS;
  }

  /**
   * User and system time in ticks: the field with this number after the program name, plus the next
   * one.
   */
  private static long ticks(ProcessHandle process, int field) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Long.parseLong(fields[field]) + Long.parseLong(fields[field + 1]);
    } catch (IOException gone) {
      return 0;
    }
  }

  /** Resident memory of a process alone, in MB of 1,048,576 bytes. */
  static long residentMegabytes(ProcessHandle process) throws IOException {
    return kilobytes(process, "status", "VmRSS:") >> 10;
  }

  /**
   * Resident memory of all descendants of a process, in MB of 1,048,576 bytes; shared memory is
   * counted once.
   */
  static long residentMegabytesBelow(ProcessHandle process) throws IOException {
    long kilobytes = 0;
    for (ProcessHandle below : process.descendants().toList()) {
      kilobytes += kilobytes(below, "smaps_rollup", "Pss:");
    }
    return kilobytes >> 10;
  }

  /** A value from a file of /proc in kilobytes; 0 when the process has ended. */
  private static long kilobytes(ProcessHandle process, String file, String name)
      throws IOException {
    try {
      return Files.readAllLines(Path.of("/proc/" + process.pid() + "/" + file)).stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      if (process.isAlive()) {
        throw e;
      }
      return 0;
    }
  }
}
