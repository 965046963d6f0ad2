/**
 * The only place that allocates native memory: pooled slabs for decoded chunks and growable
 * scratch.
 *
 * <p>Memory: a {@link io.glebe.zarr.memory.SlabPool} never holds more than its bound; regions are
 * large and long-lived, a slab is a slice of one, so neither acquiring nor releasing calls the
 * operating system in the steady state. Threading: pool and slabs may be used from any thread; a
 * {@link io.glebe.zarr.memory.Scratch} belongs to one thread at a time.
 */
@NullMarked
package io.glebe.zarr.memory;

import org.jspecify.annotations.NullMarked;
