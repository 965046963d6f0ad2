package io.glebe.core.metrics;

import java.util.function.LongSupplier;

/**
 * The figures of a cache as functions, read at each scrape. They must be cheap and thread-safe.
 *
 * @param hits look-ups that found an entry, since the start
 * @param misses look-ups that found none, since the start
 * @param evictions entries removed to make room, since the start
 * @param bytes bytes held now
 * @param limit most bytes it may hold
 */
public record CacheFigures(
    LongSupplier hits,
    LongSupplier misses,
    LongSupplier evictions,
    LongSupplier bytes,
    LongSupplier limit) {}
