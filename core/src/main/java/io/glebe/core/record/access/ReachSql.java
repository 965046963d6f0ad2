package io.glebe.core.record.access;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import io.glebe.core.record.table.Sql;
import io.glebe.core.record.write.NotifiedOrganizations;
import java.util.Set;
import java.util.UUID;

/** Compiles a {@link ReadReach} into a condition over the row {@code t} of a collection's table. */
public final class ReachSql {
  private ReachSql() {}

  public static void condition(Sql sql, EntityType type, ReadReach reach) {
    if (reach.everything() || RecordAccess.isPlatform(type) && reach.platform()) {
      sql.add("true");
      return;
    }
    sql.add("(false");
    reach.shares().forEach(share -> share(sql, type, share));
    if (reach.platform()) {
      platform(sql, type);
    }
    own(sql, type, reach);
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
   * Accounts of the readable entities. What happens to the record of a person is no affair of farms
   * and organizations, but that it is gone is: clients learn of deletions here.
   */
  private static void entities(Sql sql, ReadReach.Share share, boolean audit) {
    if (audit) {
      sql.add(" and t.doc ->> 'entityType' = any(")
          .bind(share.entities().toArray(String[]::new))
          .add(") and (t.doc ->> 'entityType' <> 'User' or t.doc ->> 'action' = 'DELETE')");
    }
  }

  /**
   * Accounts of which the organization itself is a reader ({@link NotifiedOrganizations}): its id
   * stands in the place of a user.
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

  /** Users are reached through each of their organizations and through the farms they work on. */
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

  private static void own(Sql sql, EntityType type, ReadReach reach) {
    if (reach.self().isEmpty()) {
      if (RecordAccess.has(type, OwnerPath.CreatorOnly.class) && reach.client().isPresent()) {
        sql.add(
                " or (t.farm_id is null and t.organization_id is null and t.created_by_user_id is"
                    + " null and t.client_id = ")
            .bind(reach.client().get())
            .add(")");
      }
      return;
    }
    UUID self = reach.self().get();
    switch (type.name()) {
      case EntityNames.USER -> sql.add(" or t.id = ").bind(self);
      case EntityNames.ACCESS_ASSIGNMENT ->
          sql.add(" or t.doc ->> 'userId' = ").bind(self.toString());
      case EntityNames.ORGANIZATION ->
          sql.add(" or (t.created_by_user_id = ")
              .bind(self)
              .add(" and not exists (select from record.farms f where f.organization_id = t.id))");
      case EntityNames.AUDIT_LOG -> accounts(sql, self);
      default -> creator(sql, type, reach, self);
    }
  }

  /**
   * Accounts which a person reads by itself: those it is a reader of, those of its own record, and
   * those of its own changes of people and of what belongs to no farm and no organization.
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

  private static void creator(Sql sql, EntityType type, ReadReach reach, UUID self) {
    boolean like = RecordAccess.has(type, OwnerPath.Like.class);
    if (like || RecordAccess.has(type, OwnerPath.CreatorOnly.class)) {
      sql.add(" or (t.farm_id is null and t.organization_id is null and (t.created_by_user_id = ")
          .bind(self);
      if (reach.client().isPresent()) {
        sql.add(" or (t.created_by_user_id is null and t.client_id = ")
            .bind(reach.client().get())
            .add(")");
      }
      sql.add("))");
    }
  }

  /** As {@link RecordAccess#isCreator}. */
  public static void madeBy(Sql sql, Caller caller) {
    if (caller.kind() == CallerKind.SYSTEM) {
      sql.add("true");
    } else if (caller.personId().isPresent()) {
      sql.add("t.created_by_user_id = ").bind(caller.personId().get());
    } else {
      sql.add("t.created_by_user_id is null and t.client_id = ");
      sql.bind(caller.clientId().orElse(""));
    }
  }

  private static UUID[] array(Set<UUID> ids) {
    return ids.toArray(UUID[]::new);
  }
}
