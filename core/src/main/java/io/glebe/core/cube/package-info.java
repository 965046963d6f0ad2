/**
 * Wires the services of collections. {@link io.glebe.core.cube.CubeModule} builds them from the
 * infrastructure and closes them; everything else lives in the sub-packages, and no sub-package
 * uses this package.
 *
 * <p>Collections, access rules and small metadata are rows in PostgreSQL; cells are stored in Zarr
 * datasets that stay open. Each service takes the caller as an argument and checks access itself.
 */
@NullMarked
package io.glebe.core.cube;

import org.jspecify.annotations.NullMarked;
