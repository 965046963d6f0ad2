/**
 * Which level, window and chunks a picture needs, and what that costs; pure arithmetic without I/O.
 *
 * <p>The budget refuses here, before anything is read, and the zooms a tileset advertises follow
 * from the same plan, so an advertised tile is never refused. Everything is immutable.
 */
@NullMarked
package io.glebe.tile.plan;

import org.jspecify.annotations.NullMarked;
