/**
 * What arrives as layer data, turned into rows of cells: NumPy files, raw cells, slices of several
 * dates in one body.
 *
 * <p>Bodies are read as streams and never held as a whole; a body that does not fit its description
 * is refused before a snapshot names it.
 */
package io.glebe.core.cube.upload;
