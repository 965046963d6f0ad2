/**
 * Collections of the spatio-temporal API: what they are, whom they belong to, their layers and
 * data.
 *
 * <p>Rows in PostgreSQL say which collections exist and who reaches them; cells live in Zarr
 * datasets that stay open. Services take the caller and refuse by themselves, so that no door can
 * forget it.
 */
@NullMarked
package io.glebe.core.cube;

import org.jspecify.annotations.NullMarked;
