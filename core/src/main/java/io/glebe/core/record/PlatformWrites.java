package io.glebe.core.record;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.audit.AuditTrail;
import io.glebe.core.record.change.Change;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.change.ChangeWriter;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Records that the platform makes and ends by itself, together with its own tables in one
 * transaction of the background: {@code writes.run(tx -> new Decided<>(count, changes))}. No rule
 * of the data model is checked. The changes are in the feeds and in the audit log as all others.
 */
public final class PlatformWrites {
  private final Database database;
  private final ChangeListener listener;

  PlatformWrites(Database database, ChangeListener listener) {
    this.database = database;
    this.listener = listener;
  }

  /** What a script has decided: its result, and the changes of records, which are written last. */
  public record Decided<T>(T result, List<Change> changes) {
    public Decided {
      changes = List.copyOf(changes);
    }
  }

  /** Runs the script, writes its changes and commits. */
  public <T> Future<T> run(Function<Transaction, Decided<T>> script) {
    AuditTrail.Author author =
        AuditTrail.Author.of(Caller.system(), Optional.empty(), Optional.empty());
    return database
        .inTransaction(
            Purpose.BACKGROUND,
            transaction -> {
              Decided<T> decided = script.apply(transaction);
              if (!decided.changes().isEmpty()) {
                new ChangeWriter(transaction)
                    .write(
                        decided.changes().stream()
                            .map(change -> new ChangeWriter.AuditedChange(change, author))
                            .toList());
              }
              return decided;
            })
        .map(
            decided -> {
              signal(decided.changes());
              return decided.result();
            });
  }

  private void signal(List<Change> changes) {
    if (!changes.isEmpty()) {
      Set<String> touched = new TreeSet<>(Set.of(AuditTrail.COLLECTION));
      changes.forEach(change -> touched.add(change.type().path()));
      listener.changed(touched);
    }
  }
}
