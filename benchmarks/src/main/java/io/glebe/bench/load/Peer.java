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

/** Programs of others that are measured beside ours: installed, run, and their CPU time read. */
final class Peer {
  private static final Logger LOG = LoggerFactory.getLogger(Peer.class);

  /** Ticks of /proc in a second; fixed on Linux. */
  private static final long TICK_NANOS = 10_000_000;

  private static final long START_NANOS = 300_000_000_000L;
  private static final int PAUSE_MILLIS = 100;

  private Peer() {}

  /**
   * Whether all files are there, after an attempt to install the Debian packages where that is
   * allowed; says so when not.
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

  /** Something that a program does once it has started. */
  @FunctionalInterface
  interface Sign {
    /** Whether it shows; fails as long as nobody answers. */
    boolean shows() throws IOException, InterruptedException;
  }

  /** Waits until a program shows a sign, five minutes at most. */
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

  /** Runs a program to its end and answers what it wrote; a failure tells that too. */
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

  /** CPU time of a process and of all below it, user and system, in nanoseconds. */
  static long cpuNanos(ProcessHandle process) {
    return Stream.concat(Stream.of(process), process.descendants()).mapToLong(Peer::ticks).sum()
        * TICK_NANOS;
  }

  private static long ticks(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    } catch (IOException gone) {
      return 0;
    }
  }
}
