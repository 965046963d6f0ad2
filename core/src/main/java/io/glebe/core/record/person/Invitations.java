package io.glebe.core.record.person;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.access.RecordAccess;
import io.glebe.core.record.table.StoredRecord;

/**
 * Invited users: User records that are not yet bound to a person, and the rights of their creators.
 */
public final class Invitations {
  /**
   * Whether anyone other than the person $2 (or, without a person, the app $3) has changed the User
   * $1, or the User already has access through an assignment or a role, whoever gave it. A record
   * that gives access may matter to others more than when it was written.
   */
  public static final String SHARED =
      """
      select exists (
          select from record.access_assignments a where a.doc ->> 'userId' = $1::uuid::text)
        or exists (
          select from record.audit_logs l
          where l.doc ->> 'entityId' = $1::uuid::text and l.doc ->> 'entityType' = 'User' and %s)
        or exists (
          select from record.users u
          where u.id = $1::uuid and jsonb_array_length(coalesce(u.doc -> 'roleIds', '[]')) > 0)
      """
          .formatted(byOthers("l"));

  private Invitations() {}

  private static String byOthers(String row) {
    return "("
        + row
        + ".created_by_user_id is distinct from $2::uuid or $2::uuid is null and "
        + row
        + ".client_id is distinct from $3::text)";
  }

  /**
   * Whether the caller created this record and may still decide about it alone: it is invited,
   * bound to no subject, changed by nobody else and without access.
   */
  public static boolean ownedBy(Transaction transaction, Caller caller, StoredRecord user) {
    boolean open =
        user.attributes().path("status").asText("").equals("INVITED")
            && !user.attributes().hasNonNull("subject");
    return open
        && RecordAccess.isCreator(caller, user)
        && transaction
            .first(
                SHARED, user.id(), caller.personId().orElse(null), caller.clientId().orElse(null))
            .filter(row -> !row.getBoolean(0))
            .isPresent();
  }
}
