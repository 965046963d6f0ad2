package io.glebe.core.record.person;

import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import java.util.UUID;

/**
 * A condition of a write of a User record: the e-mail address must still be free when the record is
 * written. Claims of the same address wait for each other. The lock separates transactions, not the
 * writes of one transaction, so each claim needs a transaction of its own.
 *
 * @param email compared without case of ASCII letters
 * @param binding whether the record is bound by this address: then no other record with this
 *     address may be bound; otherwise no record may have this address
 */
public record AddressClaim(String email, boolean binding) {
  private static final String LOCK =
      """
      select pg_advisory_xact_lock(hashtextextended('address ' || lower($1::text collate "C"), 0))
      """;

  private static final String TAKEN =
      """
      select exists (
        select from record.users
        where lower((doc ->> 'email') collate "C") = lower($1::text collate "C")
          and id <> $2 and (not $3 or doc ->> 'subject' is not null))
      """;

  /** Locks the address until the end of the transaction; 412 when it is taken. */
  public void require(Transaction transaction, UUID user) {
    transaction.execute(LOCK, email);
    boolean taken =
        transaction.first(TAKEN, email, user, binding).map(row -> row.getBoolean(0)).orElseThrow();
    if (taken) {
      throw Problem.preconditionFailed("another user has taken the e-mail address meanwhile");
    }
  }
}
