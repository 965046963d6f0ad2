/** Zarr v2 and v3 arrays, read and written, with chunks that live in off-heap memory. */
@NullMarked
package io.glebe.zarr;

import org.jspecify.annotations.NullMarked;
