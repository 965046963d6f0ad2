/**
 * From a tile request to its bytes: key, cache, single flight, fetch, render pool.
 *
 * <p>Threads: {@link io.glebe.tile.engine.TileEngine} may be called from an event loop, it never
 * waits; chunk I/O runs on virtual threads, computing on the render pool's threads, one per core.
 * Memory: each render thread owns one {@link io.glebe.tile.engine.RenderScratch}; decoded chunks
 * stay off-heap in the chunk cache, finished tiles in the tile cache, from which they are leased
 * while they are sent; a render allocates little more than the tile it returns.
 */
@NullMarked
package io.glebe.tile.engine;

import org.jspecify.annotations.NullMarked;
