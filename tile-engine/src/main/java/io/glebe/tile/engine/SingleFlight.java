package io.glebe.tile.engine;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Single flight with counted waiters: whoever joins a key that is under way shares its result; who
 * loses interest cancels the future it got; when the last one has, the flight counts as abandoned.
 *
 * <p>Bounded by its users: an entry lives only while its flight does.
 */
public final class SingleFlight<K, V> {
  private final ConcurrentHashMap<K, Pending<V>> flying = new ConcurrentHashMap<>();

  /**
   * Joins the flight of a key, starting it when there is none. {@code start} is called at most once
   * per flight, on the calling thread, with a question whether everybody has left; when it throws,
   * the joined future fails with that.
   */
  public CompletableFuture<V> join(K key, Function<BooleanSupplier, CompletableFuture<V>> start) {
    while (true) {
      Pending<V> fresh = new Pending<>();
      Pending<V> known = flying.putIfAbsent(key, fresh);
      if (known == null) {
        CompletableFuture<V> seat =
            Objects.requireNonNull(fresh.board(), "nobody has left what has not begun");
        launch(key, fresh, start);
        return seat;
      }
      CompletableFuture<V> seat = known.board();
      if (seat != null) {
        return seat;
      }
      // abandoned by all, yet not gone: make room for a new one
      flying.remove(key, known);
    }
  }

  /** Flights under way. */
  public int size() {
    return flying.size();
  }

  private void launch(
      K key, Pending<V> flight, Function<BooleanSupplier, CompletableFuture<V>> start) {
    CompletableFuture<V> landing;
    try {
      landing = start.apply(flight::isAbandoned);
    } catch (RuntimeException | Error refused) {
      landing = CompletableFuture.failedFuture(refused);
    }
    var _ = landing.whenComplete((value, failure) -> flying.remove(key, flight));
    Failures.pass(landing, flight.result);
  }

  private static final class Pending<V> {
    private static final int ABANDONED = -1;
    private final AtomicInteger waiters = new AtomicInteger();
    private final CompletableFuture<V> result = new CompletableFuture<>();

    /** A future of one's own, or null when everybody has left already. */
    @Nullable CompletableFuture<V> board() {
      if (waiters.getAndUpdate(n -> n == ABANDONED ? n : n + 1) == ABANDONED) {
        return null;
      }
      CompletableFuture<V> seat = new CompletableFuture<>();
      Failures.pass(result, seat);
      var _ =
          seat.whenComplete(
              (value, failure) -> {
                if (failure instanceof CancellationException && !result.isDone()) {
                  waiters.getAndUpdate(n -> n == 1 ? ABANDONED : n - 1);
                }
              });
      return seat;
    }

    boolean isAbandoned() {
      return waiters.get() == ABANDONED;
    }
  }
}
