/**
 * Ends the process when it cannot continue: an event loop that has stopped, a listener that does
 * not accept connections.
 */
@NullMarked
package io.glebe.api.boot.watch;

import org.jspecify.annotations.NullMarked;
