/** Message digests for several modules. */
@NullMarked
package io.glebe.zarr.digest;

import org.jspecify.annotations.NullMarked;
