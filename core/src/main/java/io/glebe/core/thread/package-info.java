/** Where work goes that waits or computes: never an event loop. */
@NullMarked
package io.glebe.core.thread;

import org.jspecify.annotations.NullMarked;
