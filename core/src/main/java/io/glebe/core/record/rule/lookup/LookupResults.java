package io.glebe.core.record.rule.lookup;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Answers to questions, gathered over the rounds of one run. Confined to the run's thread. */
public final class LookupResults {
  private final Map<Lookup<?>, Object> answers = new HashMap<>();

  /** Notes an answer; a second one to the same question replaces the first. */
  public <A> LookupResults put(Lookup<A> question, A answer) {
    answers.put(question, Objects.requireNonNull(answer));
    return this;
  }

  public boolean knows(Lookup<?> question) {
    return answers.containsKey(question);
  }

  /** The answer; an {@link IllegalStateException} when the question was never answered. */
  @SuppressWarnings("unchecked") // put is the only way in and keeps question and answer of one type
  public <A> A answer(Lookup<A> question) {
    Object answer = answers.get(question);
    if (answer == null) {
      throw new IllegalStateException("unanswered: " + question);
    }
    return (A) answer;
  }

  /** Takes over the answers of another round. */
  public LookupResults add(LookupResults other) {
    answers.putAll(other.answers);
    return this;
  }
}
