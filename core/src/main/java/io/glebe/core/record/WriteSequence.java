package io.glebe.core.record;

import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.rule.RecordRules;
import io.glebe.core.record.rule.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Several writes of one run inside one transaction. Steps of one collection that follow each other
 * are decided about together and then written together, so that those behind them find them.
 */
final class WriteSequence {
  /** What a rehearsal came to; thrown to undo it. */
  static final class Rehearsed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient List<Written> outcome;

    Rehearsed(List<Written> outcome) {
      super("rehearsed", null, false, false);
      this.outcome = outcome;
    }

    List<Written> outcome() {
      return outcome;
    }
  }

  private final Transaction transaction;
  private final RecordRules rules;
  private final ChangeWriter writer;
  private final Set<String> touched = new TreeSet<>();

  WriteSequence(Transaction transaction, RecordRules rules, AuditTrail.Author author) {
    this.transaction = transaction;
    this.rules = rules;
    this.writer = new ChangeWriter(transaction, author);
  }

  List<Written> run(List<WriteStep> steps) {
    List<Written> written = new ArrayList<>();
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

  /** Paths of the collections that changed; none when nothing did. */
  Set<String> touched() {
    if (!touched.isEmpty()) {
      touched.add(AuditTrail.COLLECTION);
    }
    return touched;
  }

  private static boolean same(WriteStep one, WriteStep other) {
    return one.request().type().equals(other.request().type());
  }

  private List<Written> together(List<WriteStep> steps) {
    List<Plan> plans = steps.stream().map(this::plan).toList();
    List<Change> changes = plans.stream().flatMap(plan -> plan.changes().stream()).toList();
    changes.forEach(change -> touched.add(change.type().path()));
    List<Optional<StoredRecord>> stored = writer.stage(changes);
    List<Written> written = new ArrayList<>();
    int at = 0;
    for (Plan plan : plans) {
      written.add(plan.written(plan.changes().isEmpty() ? Optional.empty() : stored.get(at)));
      at += plan.changes().size();
    }
    return written;
  }

  private Plan plan(WriteStep step) {
    try {
      return new WritePlanner(transaction, rules, step.request())
          .plan(step.patch() ? Write.Verb.PATCH : Write.Verb.PUT);
    } catch (Problem refusal) {
      throw refusal.about(step.name());
    }
  }
}
