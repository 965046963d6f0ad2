/**
 * Answers the lookups of the rules by SQL, inside the transaction of the writes: {@code
 * LookupBarrier} collects the lookups of writes that are planned side by side and {@code
 * LookupBatch} answers them together in one round trip, with the locks that keep the answers true
 * until the commit.
 *
 * <p>Each write is planned on a virtual thread of its own; the barrier is the only object they
 * share. Everything belongs to one transaction and ends with it. Uses tables and access checks;
 * knows nothing about reading pages or about writing.
 */
@NullMarked
package io.glebe.core.record.lookup;

import org.jspecify.annotations.NullMarked;
