/**
 * The tables of the record engine and their rows as values: {@link
 * io.glebe.core.record.table.RecordTable} (one for each entity type), {@link
 * io.glebe.core.record.table.RecordKey}, {@link io.glebe.core.record.table.StoredRecord}, the rows
 * of references and business keys, and bound SQL text.
 *
 * <p>The lowest package of the record engine: reading, writing, access and audit use it, it uses
 * none of them. All values are immutable, except {@code Sql}, which one thread builds and sends.
 */
@NullMarked
package io.glebe.core.record.table;

import org.jspecify.annotations.NullMarked;
