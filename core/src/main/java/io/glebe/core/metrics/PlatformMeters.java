package io.glebe.core.metrics;

import io.glebe.core.memory.MemoryBudget;
import io.glebe.tile.engine.Priority;
import io.glebe.tile.engine.RenderPool;
import io.glebe.tile.engine.TileCache;
import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.store.StoreCounters;
import io.glebe.zarr.store.StoreMeter;
import io.glebe.zarr.store.disk.DiskCache;
import io.glebe.zarr.store.hedge.HedgedStore;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Binds the counters of the engines to the registry. The registry reads them at each scrape, so
 * counting adds no cost to the engines:
 *
 * <pre>{@code
 * new PlatformMeters(registry)
 *     .renderPool(engine.pool())
 *     .cache("tile", PlatformMeters.figures(engine.cache()))
 *     .objectStore("zarr", counters);
 * }</pre>
 */
public final class PlatformMeters {
  private static final String BYTES = "bytes";

  private final MeterRegistry registry;

  public PlatformMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Returns the figures of the cache of rendered tiles. */
  public static CacheFigures figures(TileCache cache) {
    return new CacheFigures(
        () -> cache.stats().hitCount(),
        () -> cache.stats().missCount(),
        () -> cache.stats().evictionCount(),
        cache::usedBytes,
        cache::maxBytes);
  }

  /** Returns the figures of the cache of decoded chunks. */
  public static CacheFigures figures(ChunkCache cache) {
    return new CacheFigures(
        () -> cache.stats().hits(),
        () -> cache.stats().misses(),
        () -> cache.stats().evictions(),
        cache::weight,
        cache::maxBytes);
  }

  /** Binds a cache under its name: {@code tile}, {@code chunk}, {@code vector-tile}, ... */
  public PlatformMeters cache(String name, CacheFigures figures) {
    counter(MeterNames.CACHE_REQUESTS, figures.hits(), "look-ups", "cache", name, "result", "hit");
    counter(
        MeterNames.CACHE_REQUESTS, figures.misses(), "look-ups", "cache", name, "result", "miss");
    counter(
        MeterNames.CACHE_EVICTIONS, figures.evictions(), "entries removed for room", "cache", name);
    gauge(MeterNames.CACHE_BYTES, figures.bytes(), BYTES, "bytes held", "cache", name);
    gauge(MeterNames.CACHE_LIMIT, figures.limit(), BYTES, "most bytes held", "cache", name);
    return this;
  }

  /** Binds the copies of chunks on the disk as a cache. */
  public PlatformMeters diskCache(String name, DiskCache cache) {
    counter(
        MeterNames.CACHE_DAMAGED, cache::damaged, "damaged entries, removed unread", "cache", name);
    counter(
        MeterNames.CACHE_FAILURES,
        cache::failures,
        "failures of the disk, each with a pause of the cache",
        "cache",
        name);
    return cache(
        name,
        new CacheFigures(
            cache::hits, cache::misses, cache::evictions, cache::bytes, cache::maxBytes));
  }

  /** Binds the second requests of slow reads of a store under its name. */
  public PlatformMeters hedges(String name, HedgedStore store) {
    String description = "second requests of slow reads, by the request that was answered first";
    counter(
        MeterNames.STORE_HEDGES,
        store::answeredFirst,
        description,
        "store",
        name,
        "first",
        "second");
    return counter(
        MeterNames.STORE_HEDGES,
        () -> store.sent() - store.answeredFirst(),
        description,
        "store",
        name,
        "first",
        "original");
  }

  /** Binds a budget of heap under the name of what it counts: {@code bodies}, {@code responses}. */
  public PlatformMeters memory(String kind, MemoryBudget budget) {
    gauge(MeterNames.MEMORY_HELD, budget::held, BYTES, "heap held", "kind", kind);
    gauge(MeterNames.MEMORY_LIMIT, budget::total, BYTES, "most heap held", "kind", kind);
    return this;
  }

  /** Binds the number of long reads that a server of the database has begun. */
  public PlatformMeters longReads(String server, LongSupplier reads) {
    return counter(
        MeterNames.DATABASE_LONG_READS, reads, "long reads that were begun", "server", server);
  }

  /** Binds a pool of native memory under its name. */
  public PlatformMeters slabs(String name, SlabPool pool) {
    gauge(MeterNames.SLABS_USED, pool::usedBytes, BYTES, "native memory lent", "pool", name);
    gauge(
        MeterNames.SLABS_RESERVED,
        pool::reservedBytes,
        BYTES,
        "native memory reserved",
        "pool",
        name);
    gauge(MeterNames.SLABS_LIMIT, pool::maxBytes, BYTES, "most native memory", "pool", name);
    return this;
  }

  /** Binds the render threads and their queues. */
  public PlatformMeters renderPool(RenderPool<?> pool) {
    for (Priority priority : Priority.values()) {
      gauge(
          MeterNames.RENDER_WAITING,
          () -> pool.waiting(priority),
          "jobs",
          "jobs that wait for a render thread",
          "priority",
          priority.name().toLowerCase(Locale.ROOT));
    }
    gauge(MeterNames.RENDER_ACTIVE, pool::active, "threads", "render threads that work now");
    gauge(MeterNames.RENDER_THREADS, pool::threads, "threads", "render threads");
    timer(
        MeterNames.RENDER_JOBS,
        pool::completed,
        pool::busyNanos,
        "jobs that render threads have run");
    counter(MeterNames.RENDER_REFUSED, pool::refusals, "jobs refused because a queue was full");
    counter(
        MeterNames.RENDER_ABANDONED,
        pool::abandoned,
        "jobs dropped because nobody waited for them");
    return this;
  }

  /** Binds the calls to an object store under its name: {@code zarr} or {@code blobs}. */
  public PlatformMeters objectStore(String name, StoreCounters counters) {
    for (StoreMeter.Call call : StoreMeter.Call.values()) {
      String operation = call.name().toLowerCase(Locale.ROOT);
      timer(
          MeterNames.STORE_REQUESTS,
          () -> counters.calls(call),
          () -> counters.nanos(call),
          "calls to the object store",
          "store",
          name,
          "operation",
          operation);
      counter(
          MeterNames.STORE_ERRORS,
          () -> counters.failures(call),
          "failed calls to the object store",
          "store",
          name,
          "operation",
          operation);
      FunctionCounter.builder(MeterNames.STORE_BYTES, registry, r -> counters.bytes(call))
          .description("payload of calls to the object store")
          .baseUnit(BYTES)
          .tags("store", name, "operation", operation)
          .register(registry);
    }
    return this;
  }

  /** Binds a number of events and their total time in nanoseconds. */
  public PlatformMeters timer(
      String name, LongSupplier count, LongSupplier nanos, String description, String... tags) {
    FunctionTimer.builder(
            name, registry, r -> count.getAsLong(), r -> nanos.getAsLong(), TimeUnit.NANOSECONDS)
        .description(description)
        .tags(tags)
        .register(registry);
    return this;
  }

  /** Binds a value that goes up and down; its unit may be empty. */
  public PlatformMeters gauge(
      String name, LongSupplier value, String unit, String description, String... tags) {
    Gauge.builder(name, value, LongSupplier::getAsLong)
        .description(description)
        .baseUnit(unit.isEmpty() ? null : unit)
        .tags(tags)
        .strongReference(true)
        .register(registry);
    return this;
  }

  /**
   * Binds a value that only grows. The registry keeps only a weak reference to the object of a
   * function counter; that object is the registry itself here.
   */
  public PlatformMeters counter(
      String name, LongSupplier value, String description, String... tags) {
    FunctionCounter.builder(name, registry, r -> value.getAsLong())
        .description(description)
        .tags(tags)
        .register(registry);
    return this;
  }
}
