/**
 * Object stores: several ranges of a key in one call, atomic puts, listing; on files, in memory or
 * in S3.
 *
 * <p>All calls block: call them from virtual threads or worker threads, never from an event loop.
 * Stores are thread-safe. A {@link io.glebe.zarr.store.Blob} belongs to the thread that requested
 * it, until it is closed.
 */
@NullMarked
package io.glebe.zarr.store;

import org.jspecify.annotations.NullMarked;
