/**
 * Maps and legends: what part of the world a map shows, what its colours mean, and the drawing of
 * features and words without any font of the machine.
 *
 * <p>Drawing computes: call it off the event loop.
 */
@NullMarked
package io.glebe.core.cube.map;

import org.jspecify.annotations.NullMarked;
