package io.glebe.core.record.rule.lookup;

import java.util.Set;

/**
 * Answers lookups in stored records, inside the transaction of the write. Called on a virtual
 * thread; may block.
 */
@FunctionalInterface
public interface RecordLookup {
  /** Answers every lookup of a round. */
  LookupResults answer(Set<Lookup<?>> lookups);
}
