package io.glebe.zarr.chunk;

/** Counters since the start, and the current size. */
public record ChunkCacheStats(long hits, long misses, long evictions, long chunks, long bytes) {}
