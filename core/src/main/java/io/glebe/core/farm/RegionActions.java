package io.glebe.core.farm;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.table.StoredRecord;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Lists the operations on a region and on all regions below it. Blocking. */
public final class RegionActions {
  /** A page ends early before its texts exceed this number of bytes, but not before one record. */
  private static final EntityType ACTIVITY = Catalogue.standard().get("Activity");

  private final RecordService records;

  public RegionActions(RecordService records) {
    this.records = records;
  }

  /** A page as JSON text, in the order of all lists: updatedAt, then id. */
  public String page(Caller caller, UUID region, ListQuery query) {
    String binding = "actions below " + region + new TreeMap<>(query.filters());
    Optional<String> cursor =
        query.cursor().map(text -> RecordSelection.position(records, text, binding));
    RecordSelection selection =
        RecordSelection.records(caller, ACTIVITY)
            .where("t.doc ->> 'kind' = 'OPERATION'")
            .where(
                "t.id in (select l.source_id from record.link l where l.reference ="
                    + " 'Activity.regionId' and l.target_id in "
                    + RegionForest.BELOW_IDS
                    + ")",
                region)
            .filtered(query.filters());
    query
        .updatedAfter()
        .ifPresent(after -> selection.where("t.updated_at > {}", after.atOffset(ZoneOffset.UTC)));
    cursor
        .filter(text -> !text.isEmpty())
        .ifPresent(
            text -> {
              String[] parts = text.split(" ", 2);
              selection.where(
                  "(t.updated_at, t.id) > ({}, {})", time(parts[0]), UUID.fromString(parts[1]));
            });
    RecordSelection.Fitting found =
        selection
            .then(" order by t.updated_at, t.id limit {}", query.limit() + 1)
            .fitting(records, records.limits().page())
            .await();
    return text(found, query.limit(), cursor.orElse(""), binding);
  }

  private static OffsetDateTime time(String text) {
    try {
      return OffsetDateTime.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalStateException("a sealed cursor contains a time", e);
    }
  }

  private String text(RecordSelection.Fitting page, int limit, String from, String binding) {
    List<StoredRecord> found = page.records();
    boolean more = page.isCut() || found.size() > limit;
    List<StoredRecord> shown = found.size() > limit ? found.subList(0, limit) : found;
    String last =
        shown.isEmpty()
            ? from
            : shown.getLast().provenance().updatedAt() + " " + shown.getLast().id();
    String items = String.join(",", shown.stream().map(StoredRecord::text).toList());
    return "{\"items\":["
        + items
        + "],\"nextCursor\":\""
        + RecordSelection.cursor(records, last, binding)
        + "\",\"hasMore\":"
        + more
        + "}";
  }
}
