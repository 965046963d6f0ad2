package io.glebe.core.record.write;

import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.audit.AuditTrail;
import io.glebe.core.record.change.ChangeWriter;
import io.glebe.core.record.change.DrawnFields;
import io.glebe.core.record.lookup.LookupBarrier;
import io.glebe.core.record.rule.RecordRules;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.table.RecordKey;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Several writes of one job inside one transaction. Consecutive steps of one collection are planned
 * together and then written together, so that later steps find them.
 */
public final class WriteSequence {
  /** Carries the results of a check without commit; thrown to roll back. */
  public static final class CheckedWrites extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient List<WriteResult> results;

    public CheckedWrites(List<WriteResult> results) {
      super("checked without commit", null, false, false);
      this.results = results;
    }

    public List<WriteResult> results() {
      return results;
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
    lockFarms(steps);
    List<WriteResult> results = new ArrayList<>();
    int from = 0;
    while (from < steps.size()) {
      int until = from + 1;
      while (until < steps.size() && isSameType(steps.get(from), steps.get(until))) {
        until++;
      }
      results.addAll(writeSteps(steps.subList(from, until)));
      from = until;
    }
    writer.finish();
    return results;
  }

  /** Paths of the changed collections; empty when nothing changed. */
  public Set<String> touched() {
    if (!touched.isEmpty()) {
      touched.add(AuditTrail.COLLECTION);
    }
    return touched;
  }

  /** The locks of {@link DrawnFields}, which come before the first stamp. */
  private void lockFarms(List<WriteStep> steps) {
    Set<RecordKey> fields = new HashSet<>();
    Set<UUID> farms = new HashSet<>();
    for (WriteStep step : steps) {
      if (DrawnFields.are(step.request().type().name())) {
        fields.add(step.request().key());
        Uuids.of(step.request().body(), "farmId").ifPresent(farms::add);
      }
    }
    if (!fields.isEmpty()) {
      LockedRecord.send(transaction, fields)
          .get()
          .values()
          .forEach(
              field -> field.stored().flatMap(one -> one.scope().farm()).ifPresent(farms::add));
      DrawnFields.lock(transaction, farms);
    }
  }

  private static boolean isSameType(WriteStep one, WriteStep other) {
    return one.request().type().equals(other.request().type());
  }

  private List<WriteResult> writeSteps(List<WriteStep> steps) {
    Set<RecordKey> keys = new HashSet<>();
    for (WriteStep step : steps) {
      keys.add(step.request().key());
      keys.addAll(CompanionRecords.keys(step.request().key()));
    }
    Map<RecordKey, LockedRecord> lockedRecords = LockedRecord.send(transaction, keys).get();
    List<WritePlan> plans = new ArrayList<>();
    List<ChangeWriter.AuditedChange> changes = new ArrayList<>();
    for (WriteStep step : steps) {
      WritePlan plan = plan(step, lockedRecords);
      AuditTrail.Author author = step.request().author();
      plan.changes().forEach(c -> changes.add(new ChangeWriter.AuditedChange(c, author)));
      plan.changes().forEach(c -> touched.add(c.type().path()));
      plans.add(plan);
    }
    Map<RecordKey, StoredRecord> stored = writer.stage(changes);
    List<WriteResult> results = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      WritePlan plan = plans.get(i);
      RecordKey key = steps.get(i).request().key();
      results.add(
          plan.result(
              plan.changes().isEmpty()
                  ? Optional.empty()
                  : Optional.of(Objects.requireNonNull(stored.get(key)))));
    }
    return results;
  }

  private WritePlan plan(WriteStep step, Map<RecordKey, LockedRecord> lockedRecords) {
    try {
      return new WritePlanner(transaction, rules, step.request(), lockedRecords)
          .plan(
              step.patch() ? RuleInput.Verb.PATCH : RuleInput.Verb.PUT,
              new LookupBarrier(transaction, 1));
    } catch (Problem refusal) {
      throw refusal.about(step.name());
    }
  }
}
