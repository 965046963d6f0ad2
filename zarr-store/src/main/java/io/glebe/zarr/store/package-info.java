/**
 * Objects under keys: ranges of a key in one call, atomic puts, listing, on files, in memory or in
 * S3.
 *
 * <p>Blocking by contract: call it from virtual threads or worker threads, never from an event
 * loop. Stores are safe for use by many threads. A {@link io.glebe.zarr.store.Blob} belongs to the
 * thread that asked for it, until closed.
 */
@NullMarked
package io.glebe.zarr.store;

import org.jspecify.annotations.NullMarked;
