package io.glebe.core.database.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cleans up after a killed process in a data folder: a server that still runs, or a postmaster.pid
 * whose process id now belongs to another process. Call only while holding the folder's lock.
 */
final class StaleServer {
  private static final Logger LOG = LoggerFactory.getLogger(StaleServer.class);
  private static final int STOP_SECONDS = 30;

  /** Line of the port in postmaster.pid, from zero. */
  private static final int PORT_LINE = 3;

  private StaleServer() {}

  static void clear(Path data) throws IOException {
    Path pidFile = data.resolve("postmaster.pid");
    if (!Files.exists(pidFile)) {
      return;
    }
    Optional<ProcessHandle> process =
        pid(pidFile).flatMap(ProcessHandle::of).filter(ProcessHandle::isAlive);
    if (process.isPresent() && isServerOf(process.get(), data)) {
      LOG.info(
          "stopping the PostgreSQL server that an earlier process left behind (pid {})",
          process.get().pid());
      stop(process.get());
    }
    Files.deleteIfExists(pidFile);
  }

  /** The port in the server's own file; empty when no server runs. */
  static Optional<Integer> port(Path data) throws IOException {
    Path pidFile = data.resolve("postmaster.pid");
    List<String> lines = Files.exists(pidFile) ? Files.readAllLines(pidFile) : List.of();
    return lines.size() > PORT_LINE
        ? Optional.of(Integer.parseInt(lines.get(PORT_LINE).strip()))
        : Optional.empty();
  }

  private static Optional<Long> pid(Path pidFile) throws IOException {
    List<String> lines = Files.readAllLines(pidFile);
    try {
      return lines.isEmpty()
          ? Optional.empty()
          : Optional.of(Long.parseLong(lines.getFirst().strip()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static boolean isServerOf(ProcessHandle process, Path data) throws IOException {
    Path commandLine = Path.of("/proc", Long.toString(process.pid()), "cmdline");
    String line =
        Files.isReadable(commandLine)
            ? new String(Files.readAllBytes(commandLine), StandardCharsets.UTF_8)
            : process.info().commandLine().orElse("");
    return line.contains("postgres") && line.contains(data.toString());
  }

  private static void stop(ProcessHandle process) throws IOException {
    signal(process.pid(), "INT");
    if (!hasEnded(process)) {
      signal(process.pid(), "QUIT");
      if (!hasEnded(process)) {
        throw new IOException(
            "an earlier PostgreSQL server (pid " + process.pid() + ") does not stop");
      }
    }
  }

  /**
   * Sends a signal that {@link ProcessHandle} does not offer: INT is PostgreSQL's fast shutdown,
   * QUIT the immediate one.
   */
  static void signal(long pid, String name) throws IOException {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(pid))
          .start()
          .waitFor(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while stopping PostgreSQL", e);
    }
  }

  private static boolean hasEnded(ProcessHandle process) {
    try {
      process.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      return !process.isAlive();
    }
  }
}
