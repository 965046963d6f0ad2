/** Creates, lists, changes and deletes the tilesets that users describe for a collection. */
@NullMarked
package io.glebe.core.cube.tileset;

import org.jspecify.annotations.NullMarked;
