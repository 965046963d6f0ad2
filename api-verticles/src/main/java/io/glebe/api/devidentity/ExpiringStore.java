package io.glebe.api.devidentity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A bounded store whose entries expire. Thread-safe. */
final class ExpiringStore<V> {
  private final Cache<String, V> entries;

  /**
   * @param size most entries; the oldest are removed
   * @param lifetime of an entry after it was put
   */
  ExpiringStore(int size, Duration lifetime, InstantSource clock) {
    entries =
        Caffeine.newBuilder()
            .maximumSize(size)
            .expireAfterWrite(lifetime)
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
            .build();
  }

  void put(String key, V value) {
    entries.put(key, value);
  }

  Optional<V> get(String key) {
    return Optional.ofNullable(entries.getIfPresent(key));
  }

  /** The present values, in no order. */
  List<V> values() {
    return List.copyOf(entries.asMap().values());
  }

  /** Removes the entry and returns it; only one of several callers gets it. */
  Optional<V> take(String key) {
    return Optional.ofNullable(entries.asMap().remove(key));
  }

  /** Adds a key; false when it already exists. */
  boolean putIfAbsent(String key, V value) {
    return entries.asMap().putIfAbsent(key, value) == null;
  }

  /** Changes an existing entry atomically. */
  void change(String key, UnaryOperator<V> change) {
    entries.asMap().computeIfPresent(key, (k, value) -> change.apply(value));
  }
}
