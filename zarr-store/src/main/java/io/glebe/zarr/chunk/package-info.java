/**
 * Caches decoded chunks in bounded off-heap memory and leases them to many readers.
 *
 * <p>Memory: a chunk lives in a slab of the cache's pool; a {@link io.glebe.zarr.chunk.ChunkLease}
 * pins it, and only unpinned chunks are evicted. The cache stays within its limit (in size classes)
 * unless more is pinned at once. A hit allocates almost nothing except the lease. Threading: all
 * types except a lease may be used from any thread; a lease belongs to one reader. A lease of a
 * chunk that is not cached reads and decodes on the calling thread, so do not call it on an event
 * loop; {@link io.glebe.zarr.chunk.ChunkSource#fetch} reads ahead on virtual threads.
 */
@NullMarked
package io.glebe.zarr.chunk;

import org.jspecify.annotations.NullMarked;
