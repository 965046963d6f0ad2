package io.glebe.core.metrics;

import com.github.benmanes.caffeine.cache.Cache;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * The figures of a cache as functions, which are read at each scrape. They must be cheap and
 * thread-safe.
 *
 * @param hits look-ups that found an entry, since the start
 * @param misses look-ups that found none, since the start
 * @param evictions entries removed to free space, since the start
 * @param bytes bytes held now
 * @param limit maximum number of bytes it may hold
 */
public record CacheFigures(
    LongSupplier hits,
    LongSupplier misses,
    LongSupplier evictions,
    LongSupplier bytes,
    LongSupplier limit) {
  /**
   * Returns the figures of a cache that is bounded by weight in bytes and records its statistics.
   */
  public static CacheFigures of(Cache<?, ?> cache) {
    return new CacheFigures(
        () -> cache.stats().hitCount(),
        () -> cache.stats().missCount(),
        () -> cache.stats().evictionCount(),
        () -> cache.policy().eviction().flatMap(e -> boxed(e.weightedSize())).orElse(0L),
        () -> cache.policy().eviction().map(e -> e.getMaximum()).orElse(0L));
  }

  private static Optional<Long> boxed(OptionalLong value) {
    return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
  }
}
