/**
 * Validates map styles against the MapLibre style specification and creates the style of a
 * collection without a stored one.
 *
 * <p>All classes are immutable and thread-safe; nothing blocks.
 */
@NullMarked
package io.glebe.core.cube.style;

import org.jspecify.annotations.NullMarked;
