/**
 * Reads at a replica of the database that show everything which was acknowledged before they began.
 * No threads of its own; results arrive on the caller's event loop.
 */
@NullMarked
package io.glebe.core.database.replica;

import org.jspecify.annotations.NullMarked;
