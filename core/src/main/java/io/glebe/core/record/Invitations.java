package io.glebe.core.record;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Transaction;
import java.util.UUID;

/** User records that wait for their person, and what is left to those who made them. */
final class Invitations {
  /**
   * Whether anybody but the person $2, or without a person the app $3, has changed the User $1, or
   * the User opens anything by now: an assignment or a role, whoever gave it. What opens something
   * may be worth more to others than when it was written.
   */
  static final String SHARED = "select " + shared("$1::uuid", "$2::uuid", "$3::text");

  /** Those of the Users $1 that are the affair of the person $2 alone. */
  static final String ALONE =
      "select invited.id from unnest($1::uuid[]) invited(id) where not ("
          + shared("invited.id", "$2::uuid", "null::text")
          + ")";

  private Invitations() {}

  private static String shared(String user, String person, String app) {
    return """
        (exists (select from record.access_assignments a where a.doc ->> 'userId' = %1$s::text)
        or exists (select from record.audit_logs l where l.doc ->> 'entityId' = %1$s::text
          and l.doc ->> 'entityType' = 'User' and (l.created_by_user_id is distinct from %2$s
            or %2$s is null and l.client_id is distinct from %3$s))
        or exists (select from record.users u where u.id = %1$s
          and jsonb_array_length(coalesce(u.doc -> 'roleIds', '[]')) > 0))"""
        .formatted(user, person, app);
  }

  /** Restricts the row {@code t} of the users to invitations that are the person's alone. */
  static void restrict(Sql sql, UUID person) {
    sql.add("(t.created_by_user_id = ")
        .bind(person)
        .add(" and t.doc ->> 'status' = 'INVITED' and t.doc ->> 'subject' is null and not ")
        .add(shared("t.id", "t.created_by_user_id", "null::text"))
        .add(")");
  }

  /**
   * Whether the caller made this record and it is his affair alone: invited, bound to no subject,
   * changed by nobody else and without access to anything yet.
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
