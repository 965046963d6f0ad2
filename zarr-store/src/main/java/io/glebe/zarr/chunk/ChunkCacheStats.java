package io.glebe.zarr.chunk;

/** What happened since the start, and what is held now. */
public record ChunkCacheStats(long hits, long misses, long evictions, long chunks, long bytes) {}
