/**
 * Cubes: a collection's layers over (time, y, x) on one grid, with overviews, snapshots and
 * statistics.
 *
 * <p>A time slice is written into its own slot along the first axis of its layer's arrays. It
 * becomes visible when a snapshot object is created, which is atomic. Slots never change afterwards
 * and are never reused. A reader therefore works on one {@link
 * io.glebe.zarr.dataset.DatasetSnapshot} without locks, and a slot's number identifies a version of
 * its data. Threading: datasets and snapshots may be used from any thread, {@link
 * io.glebe.zarr.dataset.DatasetSnapshot} methods never wait (except {@code statistics}, which may
 * read the store once); a transaction and its slice writers belong to one thread at a time. Memory:
 * a slice writer holds open chunks in slabs of the cache's pool and encoded shards on the heap,
 * both bounded.
 *
 * <p>Keys below a dataset's path: {@code dataset.json} (grid, options), {@code
 * snapshots/<version>.json}, {@code current.json} (a hint to the newest version), and per layer a
 * Zarr group with one group per level ({@code <layer>/0/data}, {@code x}, {@code y}, {@code time})
 * and {@code <layer>/slices/} with a marker and the statistics of every slot.
 */
@NullMarked
package io.glebe.zarr.dataset;

import org.jspecify.annotations.NullMarked;
