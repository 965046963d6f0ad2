package io.glebe.core.farm;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.RecordText;
import io.glebe.core.thread.Awaiting;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Lists the boundaries that a field had before its present one, the newest first. The database
 * keeps the last 100 of each field. Blocking.
 */
public final class FieldBoundaries {
  /** A page ends early before its geometries exceed this size, but not before one of them. */
  private static final int MAX_CHARACTERS = 4 * 1024 * 1024;

  /** A geometry is held as it came from the database, as a part of its item and of the page. */
  private static final int COPIES = 3;

  private static final EntityType FIELD = Catalogue.standard().get("Field");

  private static final String QUERY =
      """
      select version, geometry::text, since, until
      from (
        select b.*, sum(length(b.geometry::text)) over (order by b.version desc) as size,
          row_number() over (order by b.version desc) as n
        from record.field_boundaries b
        where b.field_id = $1 and b.version < $2) s
      where n <= $3 and (n = 1 or size <= $4)
      order by version desc
      """;

  private static final String HAS_OLDER =
      """
      select exists (
        select 1 from record.field_boundaries where field_id = $1 and version < $2)
      """;

  private final Database database;
  private final RecordService records;

  public FieldBoundaries(Database database, RecordService records) {
    this.database = database;
    this.records = records;
  }

  /**
   * A page as JSON text; refuses a caller who may not read the field.
   *
   * @param memory of the request; holds the page
   */
  public String page(
      Caller caller, UUID field, int limit, Optional<String> cursor, MemoryBudget.Lease memory) {
    Awaiting.await(records.get(caller, FIELD, field));
    String binding = "boundaries of " + field;
    long before =
        cursor
            .map(text -> RecordSelection.position(records, text, binding))
            .map(Long::parseLong)
            .orElse(Long.MAX_VALUE);
    List<String> items = new ArrayList<>();
    long last = before;
    long characters = 0;
    for (Row row : Awaiting.await(database.query(QUERY, field, before, limit, MAX_CHARACTERS))) {
      last = row.getLong(0);
      items.add(item(row));
      characters += items.getLast().length();
    }
    memory.hold(COPIES * characters);
    boolean more =
        Awaiting.await(database.query(HAS_OLDER, field, last)).iterator().next().getBoolean(0);
    return "{\"items\":["
        + String.join(",", items)
        + "],\"nextCursor\":\""
        + RecordSelection.cursor(records, Long.toString(last), binding)
        + "\",\"hasMore\":"
        + more
        + "}";
  }

  private static String item(Row row) {
    String times =
        Json.write(
            Json.object()
                .put("recordVersion", row.getLong(0))
                .put("startsAt", RecordText.timestamp(row.getOffsetDateTime(2)))
                .put("endsAt", RecordText.timestamp(row.getOffsetDateTime(3))));
    return times.substring(0, times.length() - 1) + ",\"geometry\":" + row.getString(1) + "}";
  }
}
