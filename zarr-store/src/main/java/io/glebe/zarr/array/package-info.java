/**
 * Zarr arrays and groups of both versions: open, create, read and write windows, grow.
 *
 * <p>Windows are C order, little-endian, in the caller's memory. Reading goes through the chunk
 * cache and blocks on the store. Each stored object (chunk or shard) is replaced at once; a window
 * over several objects is not one transaction: that is what {@code io.glebe.zarr.dataset} is for.
 * An array keeps writers of this process off each other's chunks, not those of other processes.
 */
@NullMarked
package io.glebe.zarr.array;

import org.jspecify.annotations.NullMarked;
