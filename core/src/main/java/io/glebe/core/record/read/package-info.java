/**
 * Reads records: pages of a collection in feed order, their cursors and filters, and single records
 * by id.
 *
 * <p>A read is one or two composed queries and may be started on an event loop. Documents are not
 * parsed: a page keeps the rows as they came from the database until it is written. State between
 * requests is limited to bounded caches of immutable values. Uses tables, access checks and the
 * view of people; knows nothing about writing.
 */
@NullMarked
package io.glebe.core.record.read;

import org.jspecify.annotations.NullMarked;
