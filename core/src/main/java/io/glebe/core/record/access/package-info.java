/**
 * Decides which records a caller may read, create, change and delete, for one record in memory and
 * as an SQL condition over a table.
 *
 * <p>Uses the tables only, never a reader or a writer. All values are immutable; {@code ReachCache}
 * is a bounded cache that all threads share.
 */
@NullMarked
package io.glebe.core.record.access;

import org.jspecify.annotations.NullMarked;
