/**
 * Renders a tile request to bytes: key, cache, single flight, chunk fetch, render pool.
 *
 * <p>Threads: {@link io.glebe.tile.engine.TileEngine} may be called from an event loop and never
 * waits. Chunk I/O runs on virtual threads, computation on the threads of the render pool, one per
 * core. Memory: each render thread owns one {@link io.glebe.tile.engine.RenderScratch}; decoded
 * chunks stay off-heap in the chunk cache, finished tiles in the tile cache, which leases them
 * while they are sent. A render allocates little more than the tile it returns.
 */
@NullMarked
package io.glebe.tile.engine;

import org.jspecify.annotations.NullMarked;
