/** Reads and writes Zarr v2 and v3 arrays, with chunks in off-heap memory. */
@NullMarked
package io.glebe.zarr;

import org.jspecify.annotations.NullMarked;
