/**
 * Copies of objects of a remote store on the disk of this machine, which a restarted process finds
 * again.
 */
@NullMarked
package io.glebe.zarr.store.disk;

import org.jspecify.annotations.NullMarked;
