/**
 * Draws maps of features and legends, without using fonts of the machine.
 *
 * <p>Drawing needs CPU time: call it off the event loop.
 */
@NullMarked
package io.glebe.core.cube.map;

import org.jspecify.annotations.NullMarked;
