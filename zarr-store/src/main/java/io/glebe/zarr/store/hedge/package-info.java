/** A second request for reads of a remote store that take unusually long. */
@NullMarked
package io.glebe.zarr.store.hedge;

import org.jspecify.annotations.NullMarked;
