package io.glebe.core.database.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running server process. A platform thread that lives as long as the server starts it and
 * reads its output: where the operating system supports it, the server is told to stop when the
 * thread that started it ends.
 */
final class PostgresServer {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresServer.class);

  /** Connections, or read-only connections of a replica. */
  private static final String READY = "database system is ready to accept ";

  private static final int REMEMBERED_LINES = 20;

  private final CompletableFuture<Process> ready = new CompletableFuture<>();
  private final Deque<String> lastLines = new ArrayDeque<>();
  private volatile @Nullable Process process;

  private PostgresServer() {}

  /**
   * Starts the server and waits until it accepts connections.
   *
   * @throws IOException with the last log lines of the server when it does not start
   */
  static Process start(List<String> command, int timeoutSeconds) throws IOException {
    PostgresServer server = new PostgresServer();
    Thread.ofPlatform().daemon().name("postgres-log").start(() -> server.keep(command));
    try {
      return server.ready.get(timeoutSeconds, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException(cause.getMessage(), cause);
    } catch (TimeoutException e) {
      server.stop();
      throw new IOException("PostgreSQL did not start within " + timeoutSeconds + " s", e);
    } catch (InterruptedException e) {
      server.stop();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while PostgreSQL was starting", e);
    }
  }

  /** Stops a server whose caller no longer waits for its start. */
  private void stop() throws IOException {
    Process begun = process;
    if (begun != null) {
      StaleServer.signal(begun.pid(), "INT");
    }
  }

  private void keep(List<String> command) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
      Process begun = builder.start();
      process = begun;
      begun.getOutputStream().close();
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(begun.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          take(line, begun);
        }
      }
      int code = begun.waitFor();
      ready.completeExceptionally(
          new IOException(
              "PostgreSQL ended with code " + code + ": " + ProgramOutput.of(lastLines)));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(String line, Process process) {
    if (lastLines.size() == REMEMBERED_LINES) {
      lastLines.removeFirst();
    }
    lastLines.addLast(line);
    boolean expected = line.contains("terminating connection due to administrator command");
    if (!expected && (line.startsWith("PANIC") || line.startsWith("FATAL"))) {
      LOG.warn("postgres: {}", line);
    } else {
      LOG.debug("postgres: {}", line);
    }
    if (line.contains(READY)) {
      ready.complete(process);
    }
  }
}
