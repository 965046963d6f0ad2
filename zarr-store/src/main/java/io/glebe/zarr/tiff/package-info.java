/**
 * Reads TIFF, BigTIFF and GeoTIFF files (including cloud-optimised ones) window by window. Files
 * are untrusted: every offset, count and size is checked against the file before it is used.
 *
 * <p>Specifications: TIFF 6.0, its technical note 3 (floating point predictor), the BigTIFF design,
 * OGC 19-008r4 (GeoTIFF 1.1); the tag of GDAL for "no value". Memory: the file is mapped, decoded
 * blocks are kept up to {@link io.glebe.zarr.tiff.TiffImage#CACHE_BYTES}; no allocation depends on
 * a file's own numbers beyond {@link io.glebe.zarr.tiff.TiffImage#MAX_BLOCK_BYTES}. Threading: an
 * image belongs to one thread at a time. Every error and every unsupported feature is a {@link
 * io.glebe.zarr.tiff.TiffException} whose message is written for the file's owner.
 */
@NullMarked
package io.glebe.zarr.tiff;

import org.jspecify.annotations.NullMarked;
