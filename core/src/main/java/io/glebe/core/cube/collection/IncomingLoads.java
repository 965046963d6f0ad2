package io.glebe.core.cube.collection;

import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The collections for which this process receives or writes features. They are not deleted
 * meanwhile; a process that does not know of the load may delete one, and the load then fails with
 * 404. Thread-safe.
 */
public final class IncomingLoads {
  private final Map<String, Integer> loads = new ConcurrentHashMap<>();

  /** Runs a load of features of a collection. */
  public <T> Future<T> during(String collection, Supplier<Future<T>> load) {
    loads.merge(collection, 1, Integer::sum);
    try {
      return load.get().onComplete(done -> end(collection));
    } catch (RuntimeException refused) {
      end(collection);
      throw refused;
    }
  }

  private void end(String collection) {
    loads.computeIfPresent(collection, (same, count) -> count == 1 ? null : count - 1);
  }

  /** Fails with 409 while a load runs. */
  void requireNone(String collection) {
    if (loads.containsKey(collection)) {
      throw Problem.conflict("features of collection '" + collection + "' are being loaded");
    }
  }
}
