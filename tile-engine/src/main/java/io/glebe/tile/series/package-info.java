/**
 * Time series and summaries of a cube over a box, a polygon or a point.
 *
 * <p>Every pixel is weighted with its covered share, computed exactly (areas of polygons cut by
 * pixels, no sampling). A {@link io.glebe.tile.series.SeriesPlan} is arithmetic without I/O and
 * refuses requests above the budget. A run reads each chunk once, in storage order, in short jobs
 * in the background queue of the render pool, so that tiles never wait for a long series.
 */
@NullMarked
package io.glebe.tile.series;

import org.jspecify.annotations.NullMarked;
