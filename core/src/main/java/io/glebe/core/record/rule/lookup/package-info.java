/**
 * The lookups that rules make in stored records, as values: {@link
 * io.glebe.core.record.rule.lookup.Lookup} is one, {@link
 * io.glebe.core.record.rule.lookup.LookupResults} holds the answers, and a {@link
 * io.glebe.core.record.rule.lookup.RecordLookup} answers several at once.
 *
 * <p>The lowest package of the rules; it knows no SQL.
 */
@NullMarked
package io.glebe.core.record.rule.lookup;

import org.jspecify.annotations.NullMarked;
