/** Digests that several modules use. */
@NullMarked
package io.glebe.zarr.digest;

import org.jspecify.annotations.NullMarked;
