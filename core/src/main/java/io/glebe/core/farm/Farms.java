package io.glebe.core.farm;

import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Splice;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.thread.Awaiting;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads farms together with their fields as JSON text. Blocking. */
public final class Farms {
  /** Maximum number of fields in a page of farms. */
  public static final int MAX_FIELDS = 50_000;

  /** A text is held as it came from the database and as a part of its farm. */
  private static final int COPIES = 2;

  private static final EntityType FIELD = Catalogue.standard().get("Field");
  private static final Permission READ_FIELDS = Permission.of("field:read");

  private final RecordService records;

  public Farms(RecordService records) {
    this.records = records;
  }

  /**
   * The farms with the member {@code fields}, complete and ordered by name. The member is absent
   * for a farm without fields and for a caller who may not read fields. 413 when the fields are
   * more than a selection may have.
   *
   * @param memory of the request; holds the farms, the fields and the text
   */
  public List<String> withFields(
      Caller caller, List<StoredRecord> farms, MemoryBudget.Lease memory) {
    UUID[] ids =
        farms.stream()
            .map(StoredRecord::id)
            .filter(id -> Access.may(caller, READ_FIELDS, id))
            .toArray(UUID[]::new);
    long own = farms.stream().mapToLong(farm -> farm.text().length()).sum();
    memory.hold(COPIES * own);
    Map<UUID, StringBuilder> fields = new TreeMap<>();
    if (ids.length > 0) {
      RecordSelection.Fitting found = fields(caller, ids);
      memory.hold(COPIES * (own + found.length()));
      for (StoredRecord field : found.records()) {
        StringBuilder list =
            fields.computeIfAbsent(field.scope().farm().orElseThrow(), f -> new StringBuilder());
        list.append(list.isEmpty() ? "" : ",").append(field.text());
      }
    }
    return farms.stream().map(farm -> with(farm, fields.get(farm.id()))).toList();
  }

  private RecordSelection.Fitting fields(Caller caller, UUID[] farms) {
    return Awaiting.await(
        RecordSelection.records(caller, FIELD)
            .where("t.farm_id = any({})", (Object) farms)
            .then(" order by t.doc ->> 'name', t.id limit {}", MAX_FIELDS)
            .whole(records));
  }

  private static String with(StoredRecord farm, @Nullable CharSequence fields) {
    return fields == null ? farm.text() : Splice.last(farm.text(), "\"fields\":[" + fields + "]");
  }
}
