package io.glebe.api.boot.watch;

import io.glebe.api.area.Readiness;
import io.glebe.core.config.FaultSettings;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks at intervals whether object stores answer and folders have free space, for readiness and
 * metrics. A check that does not end counts as failed; the next one starts when it has ended.
 */
public final class StorageWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StorageWatch.class);

  /** Longest duration of a check; with the pause between two, all know within ten seconds. */
  private static final long SLOW_SECONDS = 5;

  /** One request to a store; throws when the store does not answer. Blocking. */
  @FunctionalInterface
  public interface Probe {
    void run() throws IOException;
  }

  private final Vertx vertx;
  private final Readiness readiness;
  private final PlatformMeters meters;
  private final long minFree;
  private final List<Part> parts = new CopyOnWriteArrayList<>();
  private final long timer;

  /**
   * @param readiness receives a check for each store and folder
   */
  public StorageWatch(Infrastructure infrastructure, Readiness readiness) {
    this.vertx = infrastructure.vertx();
    this.readiness = readiness;
    this.meters = new PlatformMeters(infrastructure.meters().registry());
    this.minFree = infrastructure.settings().get(FaultSettings.FREE_SPACE);
    this.timer =
        vertx.setPeriodic(
            infrastructure.settings().get(FaultSettings.STORE_INTERVAL).toMillis(),
            tick -> parts.forEach(Part::check));
  }

  /** Adds an object store that is reached over the network. */
  public void store(String name, Probe probe) {
    Part part = add(name + " store", probe);
    meters.gauge(
        MeterNames.STORE_AVAILABLE,
        () -> part.failure().isEmpty() ? 1 : 0,
        "",
        "whether the object store answers",
        "store",
        name);
  }

  /** Adds a folder on a disk of this machine. */
  public void folder(String name, Path folder) {
    add(name + " folder", () -> requireSpace(folder));
    meters.gauge(
        MeterNames.DISK_FREE,
        () -> freeBytes(folder),
        "bytes",
        "free space of the disk of a folder",
        "folder",
        name);
  }

  private Part add(String name, Probe probe) {
    Part part = new Part(name, probe, System::nanoTime);
    parts.add(part);
    readiness.check(
        name,
        () ->
            part.failure().<Future<?>>map(Future::failedFuture).orElseGet(Future::succeededFuture));
    readiness.note(name, part::failure);
    return part;
  }

  private void requireSpace(Path folder) throws IOException {
    long free = freeBytes(folder);
    if (free >= 0 && free < minFree) {
      throw new IOException(
          "only %d MiB free; GLEBE_FREE_SPACE is %d MiB".formatted(free >> 20, minFree >> 20));
    }
    if (!Files.isWritable(folder)) {
      throw new IOException("not writable");
    }
  }

  /** The free space; -1 when it cannot be read. */
  private static long freeBytes(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      return -1;
    }
  }

  @Override
  public void close() {
    vertx.cancelTimer(timer);
  }

  /** One store or folder. */
  static final class Part {
    private final String name;
    private final Probe probe;
    private final LongSupplier nanos;
    private volatile Optional<String> last = Optional.empty();
    private volatile long since;
    private volatile boolean running;

    /**
     * @param nanos the time, like {@link System#nanoTime}
     */
    Part(String name, Probe probe, LongSupplier nanos) {
      this.name = name;
      this.probe = probe;
      this.nanos = nanos;
    }

    /** Called on one event loop. */
    void check() {
      if (running) {
        return;
      }
      since = nanos.getAsLong();
      running = true;
      OffLoop.run(
              () -> {
                probe.run();
                return name;
              })
          .onComplete(
              done -> {
                report(done.failed() ? Optional.of(reason(done.cause())) : Optional.empty());
                running = false;
              });
    }

    private static String reason(Throwable failure) {
      return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    private void report(Optional<String> failure) {
      if (failure.isPresent() && last.isEmpty()) {
        LOG.error("the {} does not work: {}", name, failure.get());
      } else if (failure.isEmpty() && last.isPresent()) {
        LOG.info("the {} works again", name);
      }
      last = failure;
    }

    Optional<String> failure() {
      return running && nanos.getAsLong() - since > TimeUnit.SECONDS.toNanos(SLOW_SECONDS)
          ? Optional.of("no answer for " + SLOW_SECONDS + " s")
          : last;
    }
  }
}
