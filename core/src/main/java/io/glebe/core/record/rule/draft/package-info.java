/**
 * The draft of a record that rules decide on: {@code Write} is the input, {@code RecordMerge}
 * merges the body into the stored record, {@code Draft} is the result with its references, and
 * {@code Rule} is the interface of every rule.
 *
 * <p>A draft is confined to the thread that plans its write.
 */
@NullMarked
package io.glebe.core.record.rule.draft;

import org.jspecify.annotations.NullMarked;
