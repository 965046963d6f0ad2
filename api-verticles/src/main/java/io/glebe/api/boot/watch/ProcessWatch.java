package io.glebe.api.boot.watch;

import io.glebe.api.area.Liveness;
import io.glebe.core.config.Settings;
import io.glebe.core.thread.EventLoops;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Watches that every event loop executes tasks, every listener accepts connections and the embedded
 * database runs, on threads of its own. Health checks report a part that fails for {@code
 * GLEBE_STALL_LIMIT}; after {@code GLEBE_STALL_EXIT} the process ends, so that a supervisor starts
 * it again. Thread-safe.
 */
public final class ProcessWatch implements Liveness, AutoCloseable {
  /** Maximum time of one connection to a listener. */
  private static final Duration CONNECT = Duration.ofSeconds(2);

  /**
   * A listening port of this process.
   *
   * @param name of the protocol, for messages
   */
  public record Listener(String name, String host, int port) {}

  private final StallLimits limits;
  private final Consumer<String> end;
  private final List<PartChecks> checks = new CopyOnWriteArrayList<>();

  /**
   * @param end ends the process; it receives the reason
   */
  public ProcessWatch(Settings settings, Consumer<String> end) {
    this.limits = StallLimits.of(settings);
    this.end = end;
  }

  /** Starts watching the event loops. */
  public void watchLoops(Vertx vertx) {
    List<WatchedEventLoop> loops = new ArrayList<>();
    for (Executor loop : EventLoops.of(vertx)) {
      loops.add(new WatchedEventLoop(loop, loops.size() + 1));
    }
    start(new PartChecks(loops, limits, Duration.ZERO, end));
  }

  /**
   * Starts watching the listeners.
   *
   * @throws IOException when the host of one cannot be resolved
   */
  public void watchListeners(List<Listener> listeners) throws IOException {
    List<WatchedListener> watched = new ArrayList<>();
    for (Listener listener : listeners) {
      watched.add(new WatchedListener(listener.name(), listener.host(), listener.port(), CONNECT));
    }
    start(new PartChecks(watched, limits, CONNECT.multipliedBy(2L * watched.size()), end));
  }

  /** Starts watching the database server that this process has started. */
  public void watchDatabase(BooleanSupplier isAlive) {
    start(new PartChecks(List.of(new WatchedDatabase(isAlive)), limits, Duration.ZERO, end));
  }

  private void start(PartChecks started) {
    checks.add(started);
    started.start();
  }

  @Override
  public Optional<String> failure() {
    List<String> problems = checks.stream().flatMap(part -> part.failures().stream()).toList();
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
  }

  @Override
  public void close() {
    checks.forEach(PartChecks::close);
    checks.clear();
  }
}
