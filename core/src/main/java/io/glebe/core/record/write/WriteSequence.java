package io.glebe.core.record.write;

import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.audit.AuditTrail;
import io.glebe.core.record.change.ChangeWriter;
import io.glebe.core.record.lookup.LookupBarrier;
import io.glebe.core.record.rule.RecordRules;
import io.glebe.core.record.rule.draft.Write;
import io.glebe.core.record.table.RecordKey;
import io.glebe.core.record.table.StoredRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Several writes of one job inside one transaction. Consecutive steps of one collection are planned
 * together and then written together, so that later steps find them.
 */
public final class WriteSequence {
  /** Carries the results of a check without commit; thrown to roll back. */
  public static final class CheckedWrites extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient List<WriteResult> outcome;

    public CheckedWrites(List<WriteResult> outcome) {
      super("checked without commit", null, false, false);
      this.outcome = outcome;
    }

    public List<WriteResult> outcome() {
      return outcome;
    }
  }

  private final Transaction transaction;
  private final RecordRules rules;
  private final ChangeWriter writer;
  private final Set<String> touched = new TreeSet<>();

  public WriteSequence(Transaction transaction, RecordRules rules) {
    this.transaction = transaction;
    this.rules = rules;
    this.writer = new ChangeWriter(transaction);
  }

  public List<WriteResult> run(List<WriteStep> steps) {
    List<WriteResult> written = new ArrayList<>();
    int from = 0;
    while (from < steps.size()) {
      int to = from + 1;
      while (to < steps.size() && same(steps.get(from), steps.get(to))) {
        to++;
      }
      written.addAll(together(steps.subList(from, to)));
      from = to;
    }
    writer.finish();
    return written;
  }

  /** Paths of the changed collections; empty when nothing changed. */
  public Set<String> touched() {
    if (!touched.isEmpty()) {
      touched.add(AuditTrail.COLLECTION);
    }
    return touched;
  }

  private static boolean same(WriteStep one, WriteStep other) {
    return one.request().type().equals(other.request().type());
  }

  private List<WriteResult> together(List<WriteStep> steps) {
    Set<RecordKey> keys = new HashSet<>();
    for (WriteStep step : steps) {
      keys.add(step.request().key());
      keys.addAll(CompanionRecords.keys(step.request().key()));
    }
    Map<RecordKey, LockedRecord> found = LockedRecord.send(transaction, keys).get();
    List<Plan> plans = new ArrayList<>();
    List<ChangeWriter.AuditedChange> changes = new ArrayList<>();
    for (WriteStep step : steps) {
      Plan plan = plan(step, found);
      AuditTrail.Author author = step.request().author();
      plan.changes().forEach(c -> changes.add(new ChangeWriter.AuditedChange(c, author)));
      plan.changes().forEach(c -> touched.add(c.type().path()));
      plans.add(plan);
    }
    Map<RecordKey, StoredRecord> stored = writer.stage(changes);
    List<WriteResult> written = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      Plan plan = plans.get(i);
      RecordKey key = steps.get(i).request().key();
      written.add(
          plan.written(
              plan.changes().isEmpty()
                  ? Optional.empty()
                  : Optional.of(Objects.requireNonNull(stored.get(key)))));
    }
    return written;
  }

  private Plan plan(WriteStep step, Map<RecordKey, LockedRecord> found) {
    try {
      return new WritePlanner(transaction, rules, step.request(), found)
          .plan(
              step.patch() ? Write.Verb.PATCH : Write.Verb.PUT, new LookupBarrier(transaction, 1));
    } catch (Problem refusal) {
      throw refusal.about(step.name());
    }
  }
}
