/**
 * Plans the level, window and chunks of an image, and estimates the cost; pure arithmetic without
 * I/O.
 *
 * <p>The budget is checked here, before anything is read. The zooms of a tileset follow from the
 * same plan, so an advertised tile is never refused. All types are immutable.
 */
@NullMarked
package io.glebe.tile.plan;

import org.jspecify.annotations.NullMarked;
