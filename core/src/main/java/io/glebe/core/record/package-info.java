/**
 * The record engine: list, get, put, patch and delete for every collection of the catalogue, with
 * preconditions, provenance, audit entries and a complete change feed.
 *
 * <p>{@link io.glebe.core.record.RecordService} is the entry point; the work is done in the
 * packages below it, each of which uses only packages above itself in this list:
 *
 * <ul>
 *   <li>{@code record.table}: tables, keys and stored records
 *   <li>{@code record.access}: what a caller may read and write
 *   <li>{@code record.audit}: changes and their audit entries
 *   <li>{@code record.person}: views of User records
 *   <li>{@code record.read}: pages, cursors, filters
 *   <li>{@code record.lookup}: answers to the lookups of the rules
 *   <li>{@code record.change}: writes changes and signals them
 *   <li>{@code record.write}: plans and runs writes and deletions
 * </ul>
 *
 * The rules stand in {@code record.rule} and use none of these packages.
 *
 * <p>Reads are one or two composed queries and may be started on an event loop; they never parse a
 * document. Writes are straight-line scripts inside one transaction, on a virtual thread. Nothing
 * here keeps state between requests except bounded caches of immutable values.
 */
@NullMarked
package io.glebe.core.record;

import org.jspecify.annotations.NullMarked;
