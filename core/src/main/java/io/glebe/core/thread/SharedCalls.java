package io.glebe.core.thread;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Joins concurrent calls for the same key: they share one running call and its outcome. A call is
 * forgotten when it ends, so the number of entries is the number of running calls. Thread-safe.
 */
public final class SharedCalls<K, V> {
  private final Map<K, Future<V>> running = new ConcurrentHashMap<>();

  /**
   * The outcome of the running call for the key; without one, {@code call} is made. It completes on
   * the event loop of this caller, see {@link SharedFutures#here}.
   */
  public Future<V> join(K key, Supplier<Future<V>> call) {
    Promise<V> own = Promise.promise();
    Future<V> other = running.putIfAbsent(key, own.future());
    if (other != null) {
      return SharedFutures.here(other);
    }
    call.get()
        .onComplete(
            done -> {
              running.remove(key, own.future());
              own.handle(done);
            });
    return own.future();
  }
}
