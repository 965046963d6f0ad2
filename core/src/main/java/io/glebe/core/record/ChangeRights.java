package io.glebe.core.record;

import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.record.access.RecordAccess;
import io.glebe.core.record.read.RecordLookups;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.StoredRecord;
import io.vertx.core.Future;
import java.util.Set;
import java.util.UUID;

/** The right to change stored records, checked before their new content is received. */
public final class ChangeRights {
  /** Types that people may also change by other rights than those of their roles. */
  private static final Set<String> ALSO_OTHERS = Set.of(EntityNames.USER, EntityNames.ORGANIZATION);

  private final RecordLookups lookups;

  public ChangeRights(RecordService records) {
    this.lookups = new RecordLookups(records.database());
  }

  /**
   * Fails with 403 for whoever may not change the record with any content. Succeeds where there is
   * no record. The write checks again, with the content.
   */
  public Future<Void> require(Caller caller, EntityType type, UUID id) {
    if (ALSO_OTHERS.contains(type.name())) {
      return Future.succeededFuture();
    }
    Permission permission = RecordAccess.permission(type, Action.UPDATE);
    return lookups
        .get(RecordTable.of(type), id)
        .map(
            stored -> {
              if (stored.isPresent() && !mayChange(caller, permission, type, stored.get())) {
                throw RecordAccess.refusal(permission);
              }
              return null;
            });
  }

  private static boolean mayChange(
      Caller caller, Permission permission, EntityType type, StoredRecord stored) {
    return RecordAccess.mayWrite(
        caller, permission, type, stored.scope(), RecordAccess.creator(stored));
  }
}
