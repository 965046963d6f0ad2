package io.glebe.core.record.change;

import io.glebe.core.json.Json;
import io.glebe.core.record.audit.AuditTrail;
import io.glebe.core.record.audit.Change;
import io.glebe.core.record.table.BoundingBox;
import io.glebe.core.record.table.RecordOwner;
import io.glebe.core.record.table.RecordTable;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Changes as column arrays, the parameters of the statements of {@link ChangeWriter}. */
final class ChangeRows {
  private static final int BOX_SIDES = 4;

  private ChangeRows() {}

  /** An audit entry and its id. */
  record AuditEntry(UUID id, ChangeWriter.AuditedChange of) {}

  static Tuple changed(RecordTable table, List<Change> changes) {
    Tuple values =
        Tuple.tuple()
            .addValue(column(changes, UUID[]::new, Change::id))
            .addValue(column(changes, UUID[]::new, c -> c.scope().farm().orElse(null)))
            .addValue(column(changes, UUID[]::new, c -> c.scope().organization().orElse(null)))
            .addValue(column(changes, String[]::new, c -> Json.write(c.doc())))
            .addValue(column(changes, Long[]::new, Change::version));
    boxes(table, changes, values);
    return values;
  }

  static Tuple created(RecordTable table, List<Change> changes) {
    return changed(table, changes)
        .addValue(column(changes, String[]::new, c -> c.provenance().originType()))
        .addValue(column(changes, UUID[]::new, c -> c.provenance().userId().orElse(null)))
        .addValue(column(changes, UUID[]::new, c -> c.provenance().job().orElse(null)))
        .addValue(column(changes, String[]::new, c -> c.provenance().clientId().orElse(null)));
  }

  static Tuple accounts(List<AuditEntry> accounts) {
    Tuple values =
        Tuple.tuple()
            .addValue(column(accounts, UUID[]::new, AuditEntry::id))
            .addValue(column(accounts, UUID[]::new, a -> scope(a).farm().orElse(null)))
            .addValue(column(accounts, UUID[]::new, a -> scope(a).organization().orElse(null)))
            .addValue(
                column(
                    accounts,
                    String[]::new,
                    a -> Json.write(AuditTrail.entry(a.of().change(), a.of().author()))))
            .addValue(column(accounts, Long[]::new, a -> 1L));
    for (int side = 0; side < BOX_SIDES; side++) {
      values.addValue(new Double[accounts.size()]);
    }
    return values
        .addValue(column(accounts, String[]::new, a -> a.of().author().originType()))
        .addValue(column(accounts, UUID[]::new, a -> a.of().author().userId().orElse(null)))
        .addValue(column(accounts, UUID[]::new, a -> a.of().author().job().orElse(null)))
        .addValue(column(accounts, String[]::new, a -> a.of().author().clientId().orElse(null)));
  }

  private static RecordOwner scope(AuditEntry account) {
    return account.of().change().accountScope();
  }

  private static void boxes(RecordTable table, List<Change> changes, Tuple values) {
    Double[][] sides = new Double[BOX_SIDES][changes.size()];
    for (int i = 0; i < changes.size(); i++) {
      Change change = changes.get(i);
      Optional<double[]> box =
          table.geometry().flatMap(name -> BoundingBox.of(change.doc().path(name)));
      for (int side = 0; side < BOX_SIDES && box.isPresent(); side++) {
        sides[side][i] = box.get()[side];
      }
    }
    for (Double[] side : sides) {
      values.addValue(side);
    }
  }

  private static <T, V> V[] column(List<T> rows, IntFunction<V[]> array, Function<T, V> value) {
    return rows.stream().map(value).toArray(array);
  }
}
