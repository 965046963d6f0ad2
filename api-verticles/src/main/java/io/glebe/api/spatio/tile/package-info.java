/** HTTP endpoints of tiles, tilesets and tile matrix sets. */
@NullMarked
package io.glebe.api.spatio.tile;

import org.jspecify.annotations.NullMarked;
