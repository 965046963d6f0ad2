/**
 * Time series and summaries of a cube over a box, a polygon or a point.
 *
 * <p>Every pixel counts with the part of it that the area covers, exactly (areas of polygons cut by
 * pixels, no sampling). A {@link io.glebe.tile.series.SeriesPlan} is arithmetic without I/O and
 * refuses what is over budget; a run reads each chunk once, in storage order, in short turns on the
 * render pool's background lane, so that tiles never wait for a long series.
 */
@NullMarked
package io.glebe.tile.series;

import org.jspecify.annotations.NullMarked;
