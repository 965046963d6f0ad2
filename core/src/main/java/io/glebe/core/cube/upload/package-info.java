/**
 * Converts uploaded layer data to rows of cells (GeoTIFF, NumPy files, JSON, raw cells; one slice
 * or many) and records the progress.
 *
 * <p>Bodies are read as streams and never held as a whole (GeoTIFF files are spooled to disk). Data
 * that does not match its description is rejected before a snapshot refers to it.
 */
@NullMarked
package io.glebe.core.cube.upload;

import org.jspecify.annotations.NullMarked;
