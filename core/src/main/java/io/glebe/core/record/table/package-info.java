/**
 * The tables of the record engine and their rows as values: {@link
 * io.glebe.core.record.table.RecordTable} (one for each entity type), {@link
 * io.glebe.core.record.table.RecordKey}, {@link io.glebe.core.record.table.StoredRecord}, the rows
 * of references and business keys, and SQL text with bound values.
 *
 * <p>This is the lowest package of the record engine: reading, writing, access and audit use it,
 * and it uses none of them. All values are immutable, except {@code Sql}, which is built and sent
 * by one thread.
 */
@NullMarked
package io.glebe.core.record.table;

import org.jspecify.annotations.NullMarked;
