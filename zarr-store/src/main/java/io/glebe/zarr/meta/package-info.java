/**
 * Zarr metadata: version 2 and version 3 documents parsed into one {@link
 * io.glebe.zarr.meta.ArrayMeta} and written back. Other packages do not depend on the version of an
 * array.
 *
 * <p>All values are immutable. Documents are bounded in size and depth; unknown content is refused
 * with a {@link io.glebe.zarr.meta.MetadataException} that contains the field's name.
 */
@NullMarked
package io.glebe.zarr.meta;

import org.jspecify.annotations.NullMarked;
