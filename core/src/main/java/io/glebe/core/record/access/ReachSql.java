package io.glebe.core.record.access;

import io.glebe.core.access.AccessibleScopes;
import io.glebe.core.access.Caller;
import io.glebe.core.access.SqlSink;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.record.table.Sql;
import java.util.Set;
import java.util.UUID;

/**
 * Compiles a {@link ReadReach} into a condition over the row {@code t} of a collection's table. For
 * most records, farm and organization decide ({@link io.glebe.core.access.AccessFilter}); users,
 * assignments, organizations and the audit log have their own conditions.
 */
public final class ReachSql {
  private ReachSql() {}

  public static void condition(Sql sql, EntityType type, ReadReach reach) {
    if (RecordAccess.decidedByScope(type)) {
      sql.add(reach.scopes().condition(RecordAccess.columns(type), sink(sql)));
      return;
    }
    if (reach.everything()) {
      sql.add("true");
      return;
    }
    sql.add("(false");
    reach.shares().forEach(share -> share(sql, type, share));
    if (reach.platform()) {
      platform(sql, type);
    }
    reach.self().ifPresent(self -> own(sql, type, self));
    sql.add(")");
  }

  private static void share(Sql sql, EntityType type, ReadReach.Share share) {
    boolean audit = !share.entities().isEmpty();
    if (!share.farms().isEmpty()) {
      sql.add(" or (t.farm_id = any(").bind(array(share.farms())).add(")");
      entities(sql, share, audit);
      sql.add(")");
    }
    if (!share.organizations().isEmpty()) {
      sql.add(" or (t.farm_id is null and t.organization_id = any(")
          .bind(array(share.organizations()))
          .add(")");
      entities(sql, share, audit);
      sql.add(")");
      if (audit) {
        told(sql, share);
      }
    }
    if (type.name().equals(EntityNames.USER)) {
      users(sql, share);
    }
  }

  /**
   * Adds the audit entries of the readable entities. Farms and organizations do not see changes of
   * a person's record, but they see its deletion, because clients learn of deletions here.
   */
  private static void entities(Sql sql, ReadReach.Share share, boolean audit) {
    if (audit) {
      sql.add(" and t.doc ->> 'entityType' = any(")
          .bind(share.entities().toArray(String[]::new))
          .add(") and (t.doc ->> 'entityType' <> 'User' or t.doc ->> 'action' = 'DELETE')");
    }
  }

  /**
   * Adds the audit entries that the organization itself may read ({@code NotifiedOrganizations}):
   * the column of the user contains its id.
   */
  private static void told(Sql sql, ReadReach.Share share) {
    sql.add(" or (t.doc ->> 'entityType' = any(")
        .bind(share.entities().toArray(String[]::new))
        .add(
            ") and exists (select from record.audit_reader r where r.audit_id = t.id and r.user_id ="
                + " any(")
        .bind(array(share.organizations()))
        .add(")))");
  }

  /** A user belongs to each of their organizations and to the farms they work on. */
  private static void users(Sql sql, ReadReach.Share share) {
    sql.add(
            " or exists (select from record.link l where l.reference = 'User.organizationIds'"
                + " and l.source_id = t.id and l.target_id = any(")
        .bind(array(share.organizations()))
        .add("))");
    sql.add(
            " or exists (select from record.link l join record.access_assignments a on a.id ="
                + " l.source_id where l.reference = 'AccessAssignment.userId' and l.target_id ="
                + " t.id and a.farm_id = any(")
        .bind(array(share.farms()))
        .add("))");
  }

  private static void platform(Sql sql, EntityType type) {
    if (type.name().equals(EntityNames.AUDIT_LOG)) {
      sql.add(
              " or (t.farm_id is null and t.organization_id is null and t.doc ->> 'entityType' ="
                  + " any(")
          .bind(AuditShares.platformEntities())
          .add("))");
    } else {
      sql.add(" or (t.farm_id is null and t.organization_id is null)");
    }
  }

  /** Adds records that a person reads without a role: their own record and records about them. */
  private static void own(Sql sql, EntityType type, UUID self) {
    switch (type.name()) {
      case EntityNames.USER -> sql.add(" or t.id = ").bind(self);
      case EntityNames.ACCESS_ASSIGNMENT ->
          sql.add(" or t.doc ->> 'userId' = ").bind(self.toString());
      case EntityNames.ORGANIZATION ->
          sql.add(" or (t.created_by_user_id = ")
              .bind(self)
              .add(" and not exists (select from record.farms f where f.organization_id = t.id))");
      default -> accounts(sql, self);
    }
  }

  /**
   * Adds the audit entries that a person may read without a role: entries that list the person as a
   * reader, entries of their own record, and entries of their own changes to persons and to records
   * without a farm and an organization.
   */
  private static void accounts(Sql sql, UUID self) {
    sql.add(
            " or exists (select from record.audit_reader r where r.audit_id = t.id and r.user_id"
                + " = ")
        .bind(self)
        .add(") or (t.created_by_user_id = ")
        .bind(self)
        .add(
            " and (t.doc ->> 'entityType' = 'User' or t.farm_id is null and t.organization_id is"
                + " null)) or (t.doc ->> 'entityType' = 'User' and t.doc ->> 'entityId' = ")
        .bind(self.toString())
        .add(")");
  }

  /** Adds the condition for rows that the caller has created, as {@link RecordAccess#isCreator}. */
  public static void madeBy(Sql sql, Caller caller) {
    sql.add(AccessibleScopes.createdBy(caller, RecordAccess.CREATOR, sink(sql)));
  }

  private static SqlSink sink(Sql sql) {
    return (value, type) -> sql.place(value);
  }

  private static UUID[] array(Set<UUID> ids) {
    return ids.toArray(UUID[]::new);
  }
}
