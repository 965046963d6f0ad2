package io.glebe.core.record.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.record.audit.AuditTrail;
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
  record AuditEntry(UUID id, ChangeWriter.AuditedChange audited) {
    /** The document of the entry; it contains names of attributes, never values. */
    ObjectNode document() {
      Change change = audited.change();
      AuditTrail.Author author = audited.author();
      ObjectNode doc = Json.object();
      doc.put("action", change.kind().name());
      doc.put("entityType", change.type().name());
      doc.put("entityId", change.id().toString());
      author.reason().ifPresent(reason -> doc.put("reason", reason));
      author.userId().ifPresent(id -> doc.put("changedByUserId", id.toString()));
      author.job().ifPresent(id -> doc.put("changedByJobId", id.toString()));
      change.auditOwner().farm().ifPresent(id -> doc.put("farmId", id.toString()));
      change.auditOwner().organization().ifPresent(id -> doc.put("organizationId", id.toString()));
      AuditTrail.names(doc, "changedAttributes", change.changed());
      AuditTrail.names(doc, "overriddenAttributes", change.overridden());
      doc.put("recordVersion", change.version());
      return doc;
    }
  }

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

  static Tuple audited(List<AuditEntry> entries) {
    Tuple values =
        Tuple.tuple()
            .addValue(column(entries, UUID[]::new, AuditEntry::id))
            .addValue(column(entries, UUID[]::new, a -> scope(a).farm().orElse(null)))
            .addValue(column(entries, UUID[]::new, a -> scope(a).organization().orElse(null)))
            .addValue(column(entries, String[]::new, a -> Json.write(a.document())))
            .addValue(column(entries, Long[]::new, a -> 1L));
    for (int side = 0; side < BOX_SIDES; side++) {
      values.addValue(new Double[entries.size()]);
    }
    return values
        .addValue(column(entries, String[]::new, a -> a.audited().author().originType()))
        .addValue(column(entries, UUID[]::new, a -> a.audited().author().userId().orElse(null)))
        .addValue(column(entries, UUID[]::new, a -> a.audited().author().job().orElse(null)))
        .addValue(
            column(entries, String[]::new, a -> a.audited().author().clientId().orElse(null)));
  }

  private static RecordOwner scope(AuditEntry entry) {
    return entry.audited().change().auditOwner();
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
