/**
 * The platform under load: its HTTP client and tokens, what it has to show, and the farm that a run
 * makes for its writes.
 */
@NullMarked
package io.glebe.api.cli.load.client;

import org.jspecify.annotations.NullMarked;
