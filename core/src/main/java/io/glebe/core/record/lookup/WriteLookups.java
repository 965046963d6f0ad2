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
  public static WriteLookups ofSingleWrite(Transaction transaction, Caller caller) {
    return new WriteLookups(new LookupBarrier(transaction, 1), caller, false, Optional.empty());
  }

  /** The answer to one lookup. */
  public <A> A one(Lookup<A> lookup) {
    return answer(Set.of(lookup)).answer(lookup);
  }

  @Override
  public LookupResults answer(Set<Lookup<?>> lookups) {
    Set<Lookup<?>> missing = new LinkedHashSet<>(lookups);
    missing.removeIf(known::contains);
    if (!missing.isEmpty()) {
      LookupResults fetched = barrier.lookUp(this, caller, creation, missing);
      missing.forEach(lookup -> copy(lookup, fetched, known));
      introduced.ifPresent(this::markAccessible);
    }
    LookupResults results = new LookupResults();
    lookups.forEach(lookup -> copy(lookup, known, results));
    return results;
  }

  private void markAccessible(UUID user) {
    Lookup.Fetch lookup = new Lookup.Fetch(EntityNames.USER, user);
    if (known.contains(lookup)) {
      known.put(lookup, known.answer(lookup).map(ReferencedRecord::asReachable));
    }
  }

  private static <A> void copy(Lookup<A> lookup, LookupResults from, LookupResults to) {
    to.put(lookup, from.answer(lookup));
  }
}
