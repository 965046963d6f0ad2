/** Moves work that blocks or computes away from the event loops. */
@NullMarked
package io.glebe.core.thread;

import org.jspecify.annotations.NullMarked;
