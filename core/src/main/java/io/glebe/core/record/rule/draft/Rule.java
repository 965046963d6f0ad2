package io.glebe.core.record.rule.draft;

import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import java.util.function.Consumer;

/**
 * One rule of the data model. A rule that needs to know other records asks for them in {@link
 * #ask}, which is called once per round with what is known so far, and decides in {@link #judge}.
 * Rules hold no state.
 */
public interface Rule {
  /** Asks what the rule needs; asking again for what is known costs nothing. */
  default void ask(Draft draft, LookupResults facts, Consumer<Lookup<?>> asked) {}

  /** Notes what is wrong. Everything asked for is known now. */
  void judge(Draft draft, LookupResults facts, Findings findings);
}
