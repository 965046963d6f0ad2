package io.glebe.core.record.rule.lookup;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Answers of lookups, collected over the batches of one check. Confined to the thread of the check.
 */
public final class LookupResults {
  private final Map<Lookup<?>, Object> answers = new HashMap<>();

  /** Stores an answer; a second one for the same lookup replaces the first. */
  public <A> LookupResults put(Lookup<A> lookup, A answer) {
    answers.put(lookup, Objects.requireNonNull(answer));
    return this;
  }

  public boolean contains(Lookup<?> lookup) {
    return answers.containsKey(lookup);
  }

  /** The answer; an {@link IllegalStateException} when the lookup was never answered. */
  @SuppressWarnings("unchecked") // only put adds entries, with an answer of the lookup's type
  public <A> A answer(Lookup<A> lookup) {
    Object answer = answers.get(lookup);
    if (answer == null) {
      throw new IllegalStateException("no result for the lookup " + lookup);
    }
    return (A) answer;
  }

  /** Adds the answers of another round. */
  public LookupResults add(LookupResults other) {
    answers.putAll(other.answers);
    return this;
  }
}
