package io.glebe.core.record.rule.draft;

import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import java.util.function.Consumer;

/**
 * One rule of the data model. A rule that needs other records makes lookups in {@link
 * #requestLookups}, which is called once per round with the results so far, and decides in {@link
 * #check}. Rules are stateless.
 */
public interface Rule {
  /** Makes the lookups that the rule needs; a repeated lookup costs nothing. */
  default void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {}

  /** Adds findings. All results of lookups are known now. */
  void check(Draft draft, LookupResults results, Findings findings);
}
