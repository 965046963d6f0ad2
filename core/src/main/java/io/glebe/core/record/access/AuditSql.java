package io.glebe.core.record.access;

import io.glebe.core.access.OwnerColumns;
import io.glebe.core.access.OwnerColumns.Linked;
import io.glebe.core.access.SqlSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The audit entries that a caller may read, as a condition over the row {@code t} of the audit log.
 *
 * <p>An entry belongs to the farm or organization of the changed record, to the organizations that
 * are told of it ({@code NotifiedOrganizations}), to the persons who may read it without a role,
 * and to the platform. Two parts are no question of ownership. The entity is a second permission: a
 * farm's entries of tasks need {@code task:read} there as well, hence an {@link AuditShare} for
 * each set of entities. And farms and organizations do not see changes of a person's record but
 * only its deletion, because clients learn of deletions here: this hides content of an entry that
 * they own.
 */
final class AuditSql {
  private static final String ENTITY = "t.doc ->> 'entityType'";
  private static final String IS_PERSON = ENTITY + " = 'User'";
  private static final String WITHOUT_OWNER = "t.farm_id is null and t.organization_id is null";
  private static final String READERS = "record.audit_reader r where r.audit_id = t.id";

  private static final OwnerColumns SHARED =
      new OwnerColumns.Several(
          List.of(
              new OwnerColumns.Where(
                  ENTITY + " <> 'User' or t.doc ->> 'action' = 'DELETE'",
                  new OwnerColumns.Owned(
                      "t.farm_id", Optional.of("t.organization_id"), new OwnerColumns.Rest.None())),
              new Linked(Linked.Owners.ORGANIZATIONS, "r.user_id", READERS)));

  /** Owners that need no permission on the entity. */
  private static final OwnerColumns WITHOUT_ENTITY =
      new OwnerColumns.Several(
          List.of(
              new OwnerColumns.Where(
                  WITHOUT_OWNER + " and " + ENTITY + " in (" + platformEntities() + ")",
                  new OwnerColumns.OfPlatform(Optional.empty())),
              new Linked(Linked.Owners.PERSON, "r.user_id", READERS),
              new OwnerColumns.Where(
                  IS_PERSON + " or " + WITHOUT_OWNER,
                  new OwnerColumns.OfPerson("t.created_by_user_id", "uuid")),
              new OwnerColumns.Where(
                  IS_PERSON, new OwnerColumns.OfPerson("t.doc ->> 'entityId'", "text"))));

  private AuditSql() {}

  static String condition(ReadReach reach, SqlSink sql) {
    if (reach.everything()) {
      return "true";
    }
    List<String> terms = new ArrayList<>();
    for (AuditShare share : reach.audit()) {
      String entities = sql.bind(share.entities().toArray(String[]::new), "text[]");
      terms.add(
          "(%s = any(%s) and %s)"
              .formatted(ENTITY, entities, share.scopes().condition(SHARED, sql)));
    }
    terms.add(reach.scopes().condition(WITHOUT_ENTITY, sql));
    return "(" + String.join(" or ", terms) + ")";
  }

  private static String platformEntities() {
    return AuditShares.platformEntities().stream()
        .map(name -> "'" + name + "'")
        .collect(Collectors.joining(", "));
  }
}
