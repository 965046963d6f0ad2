/**
 * HTTP endpoints of records, derived from the catalogue: list, read and write of each collection,
 * nested collections, the outbox ({@code $batch}) and the change stream.
 */
@NullMarked
package io.glebe.api.farm.record;

import org.jspecify.annotations.NullMarked;
