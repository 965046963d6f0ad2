package io.glebe.core.record.lookup;

import io.glebe.core.access.Access;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.access.RecordAccess;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.Sql;
import java.util.Optional;
import java.util.UUID;

/**
 * The records that block a deletion: referring records of the same farm or organization, and
 * records elsewhere that the caller may change himself. Records that others wrote without a right
 * to the record keep the id of the deleted record. So a farm cannot keep a person; an administrator
 * who deletes a person is blocked by all records.
 */
final class DeletionBlockers {
  private static final String ORGANIZATION =
      "coalesce((select f.organization_id from record.farms f where f.id = t.farm_id),"
          + " t.organization_id)";

  private final Caller caller;
  private final EntityType type;
  private final Optional<UUID> farm;
  private final Optional<UUID> organization;

  private DeletionBlockers(
      Caller caller, EntityType type, Optional<UUID> farm, Optional<UUID> organization) {
    this.caller = caller;
    this.type = type;
    this.farm = farm;
    this.organization = organization;
  }

  /** The blockers of an existing record. */
  static DeletionBlockers of(Transaction transaction, Caller caller, EntityType type, UUID id) {
    String sql = "select t.farm_id, " + ORGANIZATION + " from " + RecordTable.of(type).name();
    return transaction
        .first(sql + " t where t.id = $1", id)
        .map(
            row ->
                new DeletionBlockers(
                    caller,
                    type,
                    Optional.ofNullable(row.getUUID(0)),
                    Optional.ofNullable(row.getUUID(1))))
        .orElseGet(() -> new DeletionBlockers(caller, type, Optional.empty(), Optional.empty()));
  }

  /** A condition over the row {@code t} of a record of {@code from} that refers to the record. */
  void addCondition(Sql sql, EntityType from) {
    boolean isOther = isPerson() && caller.grants().isAdministrator();
    if (caller.kind() == CallerKind.SYSTEM || isPublic() || isOther) {
      sql.add("true");
      return;
    }
    sql.add("(false");
    farm.ifPresent(f -> sql.add(" or t.farm_id = ").bind(f));
    organization.ifPresent(o -> sql.add(" or " + ORGANIZATION + " = ").bind(o));
    addUnowned(sql, from);
    addChangeable(sql, from);
    sql.add(")");
  }

  private boolean isPerson() {
    return type.name().equals(EntityNames.USER);
  }

  /**
   * Records of the platform are visible to everyone; other records without an owner only to their
   * creator.
   */
  private boolean isPublic() {
    return RecordAccess.isPlatform(type) || farm.isEmpty() && organization.isEmpty() && !isPerson();
  }

  /**
   * References from records of the platform or of people, whose entries were written with a right
   * to the named record.
   */
  private static void addUnowned(Sql sql, EntityType from) {
    boolean byCreator = RecordAccess.has(from, OwnerPath.CreatorOnly.class);
    if (!byCreator && !RecordAccess.has(from, OwnerPath.Like.class)) {
      sql.add(" or t.farm_id is null and t.organization_id is null");
    }
  }

  /**
   * Records that the caller may change by a role there or as his own; the power of an administrator
   * does not count.
   */
  private void addChangeable(Sql sql, EntityType from) {
    Permission update = RecordAccess.permission(from, Action.UPDATE);
    sql.add(" or t.farm_id = any(").bind(Access.farms(caller, update).array());
    sql.add(") or t.farm_id is null and (t.organization_id = any(");
    sql.bind(Access.organizations(caller, update).array()).add(")");
    caller.personId().ifPresent(p -> sql.add(" or t.created_by_user_id = ").bind(p));
    sql.add(")");
  }
}
