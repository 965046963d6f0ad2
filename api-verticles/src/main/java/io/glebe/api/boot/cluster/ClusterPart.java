package io.glebe.api.boot.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A part of a cluster. Its process is started again when it ends, as a supervisor of a real
 * installation does, until {@link #close}.
 */
public final class ClusterPart implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterPart.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Longest time until a process serves; a process that takes longer is started again. */
  private static final Duration START = Duration.ofMinutes(5);

  private static final Duration PROBE = Duration.ofMillis(50);
  private static final double NANOS_PER_SECOND = 1e9;

  private final String name;
  private final String address;
  private final ClusterProcess.Launch launch;
  private final BooleanSupplier probe;
  private final Consumer<String> report;
  private final Thread thread;
  private final CompletableFuture<Void> first = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile boolean closing;
  private volatile long pid;
  private final AtomicInteger starts = new AtomicInteger();

  /**
   * @param address for people
   * @param probe whether the part serves
   * @param report receives a line for each end and each start after it
   */
  ClusterPart(
      String name,
      String address,
      ClusterProcess.Launch launch,
      BooleanSupplier probe,
      Consumer<String> report) {
    this.name = name;
    this.address = address;
    this.launch = launch;
    this.probe = probe;
    this.report = report;
    thread = Thread.ofPlatform().daemon().name(name).unstarted(this::live);
  }

  /** Starts the process without waiting until it serves. */
  void begin() {
    thread.start();
  }

  /**
   * Waits until the part serves for the first time.
   *
   * @throws IOException when its process ends before
   */
  void awaitFirst() throws IOException {
    try {
      first.get();
    } catch (ExecutionException e) {
      throw new IOException(name + " does not start: " + cause(e).getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static Throwable cause(ExecutionException e) {
    return e.getCause() == null ? e : e.getCause();
  }

  public String name() {
    return name;
  }

  /** The address of the part for people, or for programs where it has one. */
  public String address() {
    return address;
  }

  /** The id of its process; another one after each start. */
  public long pid() {
    return pid;
  }

  /** How many times the part has begun to serve. */
  public int starts() {
    return starts.get();
  }

  private void live() {
    try {
      keep();
    } finally {
      ended.complete(null);
    }
  }

  private void keep() {
    long from = System.nanoTime();
    while (!closing) {
      try {
        serve(from);
      } catch (InterruptedException e) {
        return; // it is closed
      } catch (IOException | RuntimeException e) {
        if (first.completeExceptionally(e)) {
          return;
        }
        LOG.debug("{} does not start: {}", name, e.toString());
      }
      if (!closing && pid != 0) {
        report.accept("%s ended (process %d) and is started again".formatted(name, pid));
        pid = 0;
        from = System.nanoTime();
      }
      if (!paused()) {
        return;
      }
    }
  }

  /** Starts the process and waits for its end. */
  private void serve(long from) throws IOException, InterruptedException {
    try (ClusterProcess process = launch.start()) {
      pid = process.handle().pid();
      awaitReady(process.handle());
      starts.incrementAndGet();
      if (!first.complete(null)) {
        report.accept(
            "%s serves again after %.1f s (process %d)"
                .formatted(name, (System.nanoTime() - from) / NANOS_PER_SECOND, pid));
      }
      process.handle().onExit().get();
    } catch (ExecutionException e) {
      throw new IOException(e);
    }
  }

  private void awaitReady(ProcessHandle process) throws IOException, InterruptedException {
    long giveUp = System.nanoTime() + START.toNanos();
    while (!probe.getAsBoolean()) {
      if (!process.isAlive()) {
        throw new IOException("its process ended");
      }
      if (System.nanoTime() - giveUp > 0) {
        throw new IOException("it does not serve after " + START.toMinutes() + " minutes");
      }
      Thread.sleep(PROBE);
    }
  }

  /** Waits before the next start; false when the part is closed. */
  private boolean paused() {
    try {
      Thread.sleep(PAUSE);
      return !closing;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Stops the process without waiting for its end; it is not started again. */
  void stop() {
    closing = true;
    thread.interrupt();
  }

  /** Kills the process like {@code kill -9}; it is not started again. */
  void killForGood() {
    closing = true;
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    ended.join();
  }

  /** Stops the process and waits for its end. */
  @Override
  public void close() {
    stop();
    ended.join();
  }
}
