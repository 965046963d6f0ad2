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
 * Single flight with counted waiters. A caller that joins a key with a running call shares its
 * result; a caller without further interest cancels its own future; after the last waiter has
 * cancelled, the call counts as abandoned.
 *
 * <p>The map is bounded by its users: an entry exists only while its call runs.
 */
public final class SingleFlight<K, V> {
  private final ConcurrentHashMap<K, Pending<V>> running = new ConcurrentHashMap<>();

  /**
   * Joins the call of a key and starts the call if there is none. {@code start} is called at most
   * once per call, on the calling thread, with a supplier that tells whether all waiters have left.
   * When it throws, the joined future fails with the exception.
   */
  public CompletableFuture<V> join(K key, Function<BooleanSupplier, CompletableFuture<V>> start) {
    while (true) {
      Pending<V> fresh = new Pending<>();
      Pending<V> known = running.putIfAbsent(key, fresh);
      if (known == null) {
        CompletableFuture<V> waiter =
            Objects.requireNonNull(fresh.newWaiter(), "a new call has a waiter");
        run(key, fresh, start);
        return waiter;
      }
      CompletableFuture<V> waiter = known.newWaiter();
      if (waiter != null) {
        return waiter;
      }
      // all waiters have left, but the entry still exists: replace it
      running.remove(key, known);
    }
  }

  /** Number of running calls. */
  public int size() {
    return running.size();
  }

  private void run(
      K key, Pending<V> pending, Function<BooleanSupplier, CompletableFuture<V>> start) {
    CompletableFuture<V> computed;
    try {
      computed = start.apply(pending::isAbandoned);
    } catch (RuntimeException | Error refused) {
      computed = CompletableFuture.failedFuture(refused);
    }
    var _ = computed.whenComplete((value, failure) -> running.remove(key, pending));
    Failures.pass(computed, pending.result);
  }

  private static final class Pending<V> {
    private static final int ABANDONED = -1;
    private final AtomicInteger waiters = new AtomicInteger();
    private final CompletableFuture<V> result = new CompletableFuture<>();

    /** A new future for a waiter, or null when all waiters have already left. */
    @Nullable CompletableFuture<V> newWaiter() {
      if (waiters.getAndUpdate(n -> n == ABANDONED ? n : n + 1) == ABANDONED) {
        return null;
      }
      CompletableFuture<V> waiter = new CompletableFuture<>();
      Failures.pass(result, waiter);
      var _ =
          waiter.whenComplete(
              (value, failure) -> {
                if (failure instanceof CancellationException && !result.isDone()) {
                  waiters.getAndUpdate(n -> n == 1 ? ABANDONED : n - 1);
                }
              });
      return waiter;
    }

    boolean isAbandoned() {
      return waiters.get() == ABANDONED;
    }
  }
}
