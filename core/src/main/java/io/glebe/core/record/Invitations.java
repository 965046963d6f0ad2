package io.glebe.core.record;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Transaction;

/** User records that wait for their person, and what is left to those who made them. */
final class Invitations {
  /**
   * Whether anybody but the person $2, or without a person the app $3, has changed the User $1 or
   * given it access to a farm, or the User has access to a farm on which that person may no longer
   * give any.
   */
  static final String SHARED =
      "select exists (select from record.access_assignments a where a.doc ->> 'userId' ="
          + " $1::uuid::text and "
          + byOthers("a")
          + ") or exists (select from record.audit_logs l where l.doc ->> 'entityId' ="
          + " $1::uuid::text and l.doc ->> 'entityType' = 'User' and "
          + byOthers("l")
          + ") or exists (select from record.access_assignments i where i.doc ->> 'userId' ="
          + " $1::uuid::text and not exists (select"
          + AdministratorSql.ACTIVE
          + "a.farm_id = i.farm_id and a.doc ->> 'userId' = $2::uuid::text))";

  private Invitations() {}

  private static String byOthers(String row) {
    return "("
        + row
        + ".created_by_user_id is distinct from $2::uuid or $2::uuid is null and "
        + row
        + ".client_id is distinct from $3::text)";
  }

  /**
   * Whether the caller made this record and it is his affair alone: invited, bound to no subject,
   * changed and given access by nobody else.
   */
  static boolean ownedBy(Transaction transaction, Caller caller, StoredRecord user) {
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
