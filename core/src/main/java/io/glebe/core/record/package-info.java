/**
 * The one record engine: list, get, put, patch and delete for every collection of the catalogue,
 * with preconditions, provenance, audit account and a change feed that loses nothing.
 *
 * <p>Reads are one or two composed queries and may be started on an event loop; they never parse a
 * document. Writes are straight-line scripts inside one transaction, on a virtual thread. Nothing
 * here keeps state between requests except bounded caches of immutable facts.
 */
@NullMarked
package io.glebe.core.record;

import org.jspecify.annotations.NullMarked;
