/**
 * Zarr arrays and groups of both versions: open, create, read and write windows, extend.
 *
 * <p>Windows are C order, little-endian, in the caller's memory. Reading uses the chunk cache and
 * blocks on the store. Each stored object (chunk or shard) is replaced atomically; a window over
 * several objects is not one transaction (see {@code io.glebe.zarr.dataset}). An array serializes
 * the writers of this process, but not writers of other processes.
 */
@NullMarked
package io.glebe.zarr.array;

import org.jspecify.annotations.NullMarked;
