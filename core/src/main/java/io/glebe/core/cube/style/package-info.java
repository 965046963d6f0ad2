/**
 * Map styles: checks documents against the MapLibre style specification and makes the one of a
 * collection that nobody has styled.
 *
 * <p>Everything here is immutable and safe for any thread; nothing waits.
 */
@NullMarked
package io.glebe.core.cube.style;

import org.jspecify.annotations.NullMarked;
