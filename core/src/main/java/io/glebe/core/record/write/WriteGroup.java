package io.glebe.core.record.write;

import io.glebe.core.database.Transaction;
import io.glebe.core.record.audit.AuditTrail;
import io.glebe.core.record.change.Change;
import io.glebe.core.record.change.ChangeWriter;
import io.glebe.core.record.change.DrawnFields;
import io.glebe.core.record.lookup.LookupBarrier;
import io.glebe.core.record.rule.RecordRules;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.table.BusinessKeyRows;
import io.glebe.core.record.table.RecordKey;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Several writes in one transaction: their records are locked together, each write is planned on
 * its own, so that a refusal affects only that write, and their changes are written and committed
 * together. No write sees another of the same group, so they must not change the same record. When
 * two of them need the same lock or business key, one waits for the next group.
 */
final class WriteGroup {
  private final Transaction transaction;
  private final RecordRules rules;
  private final List<PendingWrite> writes;

  /** The outcome of a write after the commit. */
  sealed interface Outcome {
    record Done(WriteResult result) implements Outcome {}

    record Failed(Throwable cause) implements Outcome {}

    /**
     * Not decided; the write goes into the next group.
     *
     * @param single whether into one of its own, because it waits for a lock
     */
    record Postponed(boolean single) implements Outcome {}
  }

  /** The outcome of planning a write: a plan, or the reason against it. */
  private sealed interface Planned {
    record Accepted(WritePlan plan) implements Planned {}

    record Refused(Outcome outcome) implements Planned {}
  }

  WriteGroup(Transaction transaction, RecordRules rules, List<PendingWrite> writes) {
    this.transaction = transaction;
    this.rules = rules;
    this.writes = writes;
  }

  /**
   * Plans, writes and commits. The settings of the transaction have been sent, see {@link
   * WriteTurn}.
   *
   * @param touched receives the paths of the changed collections
   * @return the outcomes of the writes, in their order
   * @throws PgException when the database refuses; then nothing is written
   */
  List<Outcome> run(Set<String> touched) {
    touched.clear();
    Set<RecordKey> keys = new HashSet<>();
    writes.forEach(write -> keys.addAll(write.keys()));
    Supplier<Map<RecordKey, LockedRecord>> lockedRecords = LockedRecord.send(transaction, keys);
    LookupBarrier barrier = new LookupBarrier(transaction, writes.size());
    Set<Lookup<?>> likely = new LinkedHashSet<>();
    writes.forEach(write -> likely.addAll(LookupPrefetch.of(write)));
    barrier.expect(likely);
    List<Planned> planned =
        postponeLockedFarms(postponeSharedKeys(plan(lockedRecords.get(), barrier)));
    Map<RecordKey, StoredRecord> stored = write(planned, touched);
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      outcomes.add(
          switch (planned.get(i)) {
            case Planned.Accepted accepted ->
                new Outcome.Done(result(writes.get(i), accepted.plan(), stored));
            case Planned.Refused refused -> refused.outcome();
          });
    }
    return outcomes;
  }

  private List<Planned> plan(Map<RecordKey, LockedRecord> lockedRecords, LookupBarrier barrier) {
    if (writes.size() == 1) {
      return List.of(plan(writes.getFirst(), lockedRecords, barrier));
    }
    List<Future<Planned>> running = new ArrayList<>();
    for (PendingWrite write : writes) {
      running.add(OffLoop.run(() -> plan(write, lockedRecords, barrier)));
    }
    List<Planned> planned = new ArrayList<>();
    running.forEach(one -> planned.add(Awaiting.await(one)));
    return planned;
  }

  private Planned plan(
      PendingWrite write, Map<RecordKey, LockedRecord> lockedRecords, LookupBarrier barrier) {
    try {
      WritePlanner planner = new WritePlanner(transaction, rules, write.request(), lockedRecords);
      return new Planned.Accepted(planner.plan(write.verb(), barrier));
    } catch (LookupBarrier.LockConflict e) {
      return new Planned.Refused(new Outcome.Postponed(false));
    } catch (PgException e) {
      throw e; // the transaction is lost, and with it the whole group
    } catch (RuntimeException e) {
      return new Planned.Refused(new Outcome.Failed(e));
    } finally {
      barrier.leave();
    }
  }

  /** When two writes need the same business key, the second one is postponed. */
  private static List<Planned> postponeSharedKeys(List<Planned> planned) {
    Set<UUID> taken = new HashSet<>();
    List<Planned> decided = new ArrayList<>();
    for (Planned one : planned) {
      Set<UUID> needed = new HashSet<>();
      if (one instanceof Planned.Accepted accepted) {
        accepted
            .plan()
            .changes()
            .forEach(c -> needed.addAll(BusinessKeyRows.of(c.type(), c.doc())));
      }
      boolean free = Collections.disjoint(taken, needed);
      taken.addAll(needed);
      decided.add(free ? one : new Planned.Refused(new Outcome.Postponed(false)));
    }
    return decided;
  }

  /**
   * A write that draws fields of a farm whose Things are being written waits for that on its own:
   * the others of the group need not.
   */
  private List<Planned> postponeLockedFarms(List<Planned> planned) {
    Set<UUID> farms = new HashSet<>();
    planned.forEach(one -> farms.addAll(drawn(one)));
    if (farms.isEmpty() || writes.size() == 1 && writes.getFirst().single()) {
      return planned;
    }
    Set<UUID> taken = DrawnFields.tryLock(transaction, farms);
    return planned.stream()
        .map(
            one ->
                taken.containsAll(drawn(one))
                    ? one
                    : new Planned.Refused(new Outcome.Postponed(true)))
        .toList();
  }

  private static Set<UUID> drawn(Planned planned) {
    return planned instanceof Planned.Accepted accepted
        ? DrawnFields.farms(accepted.plan().changes())
        : Set.of();
  }

  private Map<RecordKey, StoredRecord> write(List<Planned> planned, Set<String> touched) {
    List<ChangeWriter.AuditedChange> changes = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      if (planned.get(i) instanceof Planned.Accepted accepted) {
        AuditTrail.Author author = writes.get(i).request().author();
        for (Change change : accepted.plan().changes()) {
          changes.add(new ChangeWriter.AuditedChange(change, author));
          touched.add(change.type().path());
        }
      }
    }
    if (changes.isEmpty()) {
      return Map.of();
    }
    touched.add(AuditTrail.COLLECTION);
    return new ChangeWriter(transaction).write(changes);
  }

  private static WriteResult result(
      PendingWrite write, WritePlan plan, Map<RecordKey, StoredRecord> stored) {
    return plan.result(
        plan.changes().isEmpty()
            ? Optional.empty()
            : Optional.of(Objects.requireNonNull(stored.get(write.request().key()))));
  }
}
