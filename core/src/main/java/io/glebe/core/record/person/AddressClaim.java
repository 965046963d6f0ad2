package io.glebe.core.record.person;

import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import java.util.UUID;

/**
 * Who writes a User record for an address that must still be free when it is written. Claims of one
 * address wait for each other; they are made in transactions of their own ({@link
 * RecordService#writeAll}), since the lock keeps transactions apart and not the writes of one.
 *
 * @param email compared without the case of ASCII letters
 * @param binding whether the record is bound by this address, so that no other record that bears it
 *     may be bound; otherwise no record may bear it
 */
public record AddressClaim(String email, boolean binding) {
  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('address ' || lower($1::text collate \"C\"),"
          + " 0))";

  private static final String TAKEN =
      "select exists (select from record.users where lower((doc ->> 'email') collate \"C\") ="
          + " lower($1::text collate \"C\") and id <> $2 and (not $3 or doc ->> 'subject' is not"
          + " null))";

  /** Holds the address until the end of the transaction; 412 when it is taken. */
  public void require(Transaction transaction, UUID user) {
    transaction.execute(LOCK, email);
    boolean taken =
        transaction.first(TAKEN, email, user, binding).map(row -> row.getBoolean(0)).orElseThrow();
    if (taken) {
      throw Problem.preconditionFailed("the address is somebody's by now");
    }
  }
}
