/**
 * Allocates native memory: pooled slabs for decoded chunks and growable scratch. No other package
 * allocates native memory.
 *
 * <p>Memory: a {@link io.glebe.zarr.memory.SlabPool} never holds more than its limit. Regions are
 * large and long-lived, and a slab is a slice of a region, so neither acquire nor release calls the
 * operating system in the steady state. Threading: pool and slabs may be used from any thread; a
 * {@link io.glebe.zarr.memory.Scratch} belongs to one thread at a time.
 */
@NullMarked
package io.glebe.zarr.memory;

import org.jspecify.annotations.NullMarked;
