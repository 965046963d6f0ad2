/**
 * What arrives as layer data, turned into rows of cells: GeoTIFF, NumPy files, JSON, raw cells, one
 * slice or many; and how far it is.
 *
 * <p>Bodies are read as streams and never held as a whole (GeoTIFF files wait on disk); what does
 * not fit its description is refused before a snapshot names it.
 */
@NullMarked
package io.glebe.core.cube.upload;

import org.jspecify.annotations.NullMarked;
