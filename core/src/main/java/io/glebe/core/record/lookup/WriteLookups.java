package io.glebe.core.record.lookup;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.lookup.RecordLookup;
import io.glebe.core.record.rule.lookup.ReferencedRecord;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Answers the lookups of the rules for one write, each once, together with the lookups of the
 * writes that are planned beside it.
 */
public final class WriteLookups implements RecordLookup {
  private final LookupBarrier barrier;
  private final Caller caller;
  private final boolean creation;
  private final Optional<UUID> introduced;
  private final LookupResults known = new LookupResults();

  /**
   * @param introduced a User that counts as accessible
   */
  public WriteLookups(
      LookupBarrier barrier, Caller caller, boolean creation, Optional<UUID> introduced) {
    this.barrier = barrier;
    this.caller = caller;
    this.creation = creation;
    this.introduced = introduced;
  }

  /** For a write that is alone in its transaction. */
  public static WriteLookups alone(Transaction transaction, Caller caller) {
    return new WriteLookups(new LookupBarrier(transaction, 1), caller, false, Optional.empty());
  }

  /** The answer to one lookup. */
  public <A> A one(Lookup<A> question) {
    return answer(Set.of(question)).answer(question);
  }

  @Override
  public LookupResults answer(Set<Lookup<?>> questions) {
    Set<Lookup<?>> open = new LinkedHashSet<>(questions);
    open.removeIf(known::knows);
    if (!open.isEmpty()) {
      LookupResults found = barrier.ask(this, caller, creation, open);
      open.forEach(question -> copy(question, found, known));
      introduced.ifPresent(this::reach);
    }
    LookupResults results = new LookupResults();
    questions.forEach(question -> copy(question, known, results));
    return results;
  }

  private void reach(UUID user) {
    Lookup.Fetch question = new Lookup.Fetch(EntityNames.USER, user);
    if (known.knows(question)) {
      known.put(question, known.answer(question).map(ReferencedRecord::reached));
    }
  }

  private static <A> void copy(Lookup<A> question, LookupResults from, LookupResults to) {
    to.put(question, from.answer(question));
  }
}
