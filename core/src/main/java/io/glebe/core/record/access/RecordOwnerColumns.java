package io.glebe.core.record.access;

import io.glebe.core.access.OwnerColumns;
import io.glebe.core.access.OwnerColumns.Linked;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import java.util.List;
import java.util.Optional;

/** The columns that store the owners of records, in the row {@code t} of their table. */
final class RecordOwnerColumns {
  static final OwnerColumns.Rest.Creator CREATOR =
      new OwnerColumns.Rest.Creator("t.created_by_user_id", "t.client_id");

  private static final OwnerColumns IN_ROW = owned(new OwnerColumns.Rest.None());

  /**
   * A user belongs to the person, to each of their organizations, to the farms they work on and,
   * while the user is in no organization, to the creator.
   */
  private static final OwnerColumns USER =
      new OwnerColumns.Several(
          List.of(
              IN_ROW,
              new OwnerColumns.OfPerson("t.id", "uuid"),
              new OwnerColumns.Where(
                  """
                  not exists (select from record.link m where m.reference = 'User.organizationIds'
                   and m.source_id = t.id)\
                  """,
                  owned(CREATOR)),
              new Linked(
                  Linked.Owners.ORGANIZATIONS,
                  "l.target_id",
                  """
                  record.link l where l.reference = 'User.organizationIds'
                   and l.source_id = t.id\
                  """),
              new Linked(
                  Linked.Owners.FARMS,
                  "a.farm_id",
                  """
                  record.link l join record.access_assignments a on a.id = l.source_id
                   where l.reference = 'AccessAssignment.userId' and l.target_id = t.id\
                  """)));

  /** An assignment belongs to its farm and to the person whom it names. */
  private static final OwnerColumns ACCESS_ASSIGNMENT =
      new OwnerColumns.Several(
          List.of(IN_ROW, new OwnerColumns.OfPerson("t.doc ->> 'userId'", "text")));

  /** An organization belongs to itself and, until it has a farm, to the person who created it. */
  private static final OwnerColumns ORGANIZATION =
      new OwnerColumns.Several(
          List.of(
              IN_ROW,
              new OwnerColumns.Where(
                  "not exists (select from record.farms f where f.organization_id = t.id)",
                  new OwnerColumns.OfPerson("t.created_by_user_id", "uuid"))));

  private RecordOwnerColumns() {}

  /** The columns of {@link RecordAccess#owner}; not for the audit log, see {@link AuditSql}. */
  static OwnerColumns of(EntityType type) {
    return switch (type.name()) {
      case EntityNames.USER -> USER;
      case EntityNames.ACCESS_ASSIGNMENT -> ACCESS_ASSIGNMENT;
      case EntityNames.ORGANIZATION -> ORGANIZATION;
      default ->
          RecordAccess.isPlatform(type)
              ? new OwnerColumns.OfPlatform(Optional.of("t.organization_id"))
              : owned(rest(type));
    };
  }

  private static OwnerColumns owned(OwnerColumns.Rest rest) {
    return new OwnerColumns.Owned("t.farm_id", Optional.of("t.organization_id"), rest);
  }

  private static OwnerColumns.Rest rest(EntityType type) {
    if (RecordAccess.has(type, OwnerPath.OfPlatform.class)) {
      return new OwnerColumns.Rest.Platform();
    }
    boolean byCreator =
        RecordAccess.has(type, OwnerPath.CreatorOnly.class)
            || RecordAccess.has(type, OwnerPath.Like.class);
    return byCreator ? CREATOR : new OwnerColumns.Rest.None();
  }
}
