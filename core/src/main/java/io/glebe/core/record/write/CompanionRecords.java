package io.glebe.core.record.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.CallerKind;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.change.Change;
import io.glebe.core.record.lookup.WriteLookups;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.table.RecordKey;
import io.glebe.core.record.table.RecordOwner;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Records that the platform writes together with another one: the default region of a field (rule
 * V05) and the first assignment of a farm (rule V26).
 */
final class CompanionRecords {
  private static final Set<String> SHARED_WITH_REGION = Set.of("geometry", "startsAt", "endsAt");
  private static final String SYSTEM = "SYSTEM";
  private static final String REGION = "Region";

  private final Transaction transaction;
  private final WriteRequest request;
  private final WriteLookups lookup;
  private final Map<RecordKey, LockedRecord> lockedRecords;

  CompanionRecords(
      Transaction transaction,
      WriteRequest request,
      WriteLookups lookup,
      Map<RecordKey, LockedRecord> lockedRecords) {
    this.transaction = transaction;
    this.request = request;
    this.lookup = lookup;
    this.lockedRecords = lockedRecords;
  }

  /** The further records that a write may change and that may exist already. */
  static Set<RecordKey> keys(RecordKey main) {
    return main.type().name().equals("Field") ? Set.of(region(main.id())) : Set.of();
  }

  private static RecordKey region(UUID field) {
    return new RecordKey(RecordTable.of(REGION).type(), Uuids.defaultRegion(field));
  }

  List<Change> of(Change main) {
    boolean creation = main.kind() == Change.Kind.CREATE;
    return switch (main.type().name()) {
      case "Field" -> creation ? List.of(newRegion(main)) : region(main);
      case "Farm" -> creation ? owner(main) : List.of();
      case EntityNames.ACCESS_ASSIGNMENT -> creation ? assignee(main) : List.of();
      default -> List.of();
    };
  }

  private Change newRegion(Change field) {
    ObjectNode doc = Json.object();
    doc.put("fieldId", field.id().toString());
    doc.put("isDefault", true);
    doc.put("kind", "WHOLE_FIELD");
    share(field.doc(), doc);
    return creation(region(field.id()), field.scope(), doc);
  }

  private static void share(ObjectNode field, ObjectNode region) {
    for (String name : SHARED_WITH_REGION) {
      if (field.has(name)) {
        region.set(name, field.get(name).deepCopy());
      } else {
        region.remove(name);
      }
    }
  }

  private Change creation(RecordKey key, RecordOwner scope, ObjectNode doc) {
    long last = lockedRecords.getOrDefault(key, LockedRecord.NOTHING).history().lastVersion();
    List<String> names = new ArrayList<>();
    doc.fieldNames().forEachRemaining(names::add);
    Change.Origin origin =
        new Change.Origin(
            SYSTEM, request.caller().personId(), request.job(), request.caller().clientId());
    return Change.creation(key.type(), key.id(), scope, doc, last + 1, origin, names);
  }

  /** Copies a change of geometry or period to the default region. */
  private List<Change> region(Change field) {
    List<String> changed = field.changed().stream().filter(SHARED_WITH_REGION::contains).toList();
    if (changed.isEmpty()) {
      return List.of();
    }
    RecordKey key = region(field.id());
    Optional<StoredRecord> stored = Objects.requireNonNull(lockedRecords.get(key)).stored();
    if (stored.isEmpty()) {
      return List.of(newRegion(field));
    }
    requireReason(key.id());
    ObjectNode doc = stored.get().attributes();
    share(field.doc(), doc);
    return List.of(Change.update(key.type(), stored.get(), stored.get().scope(), doc, changed));
  }

  private void requireReason(UUID region) {
    if (request.reason().isEmpty() && lookup.one(new Lookup.Reported(REGION, region))) {
      String detail = "the field's default region is part of a submitted report";
      throw Problem.of(
          ProblemType.REASON_REQUIRED,
          detail + "; send Change-Reason",
          List.of(Violation.header("V16", "Change-Reason", detail)));
    }
  }

  /** A user who is assigned to a farm becomes visible to everyone who works there. */
  private static List<Change> assignee(Change assignment) {
    return Uuids.of(assignment.doc(), "userId")
        .map(user -> List.of(Change.redelivery(RecordTable.of(EntityNames.USER).type(), user)))
        .orElse(List.of());
  }

  /** The creator of a farm becomes its owner. */
  private List<Change> owner(Change farm) {
    Optional<UUID> user = request.caller().userId();
    if (user.isEmpty() || request.caller().kind() == CallerKind.SYSTEM) {
      return List.of();
    }
    UUID role =
        transaction
            .first(
                """
                select id
                from record.roles
                where doc ->> 'code' = 'OWNER' and organization_id is null
                order by created_at limit 1
                """)
            .orElseThrow(() -> Problem.internal("the starter role OWNER is missing"))
            .getUUID(0);
    ObjectNode doc = Json.object();
    doc.put("userId", user.get().toString());
    doc.put("farmId", farm.id().toString());
    doc.put("roleId", role.toString());
    RecordKey key =
        new RecordKey(RecordTable.of(EntityNames.ACCESS_ASSIGNMENT).type(), Uuids.timeOrdered());
    return List.of(creation(key, farm.scope(), doc));
  }
}
