/**
 * Zarr metadata: version 2 and version 3 documents parsed into one {@link
 * io.glebe.zarr.meta.ArrayMeta} and written back; nothing above asks which version an array has.
 *
 * <p>All values are immutable. Documents are bounded in size and depth; what is not understood is
 * refused with a {@link io.glebe.zarr.meta.MetadataException} that names the field.
 */
@NullMarked
package io.glebe.zarr.meta;

import org.jspecify.annotations.NullMarked;
