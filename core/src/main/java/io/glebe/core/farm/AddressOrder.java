package io.glebe.core.farm;

/**
 * Which of several invitations to one address is meant: the one that bore it first. Whoever writes
 * the address into an older invitation of his own comes after the others.
 */
final class AddressOrder {
  /** For {@code order by} over the row {@code u} of the users. */
  static final String FIRST =
      """
      coalesce((
          select max(l.created_at) from record.audit_logs l
          where l.doc ->> 'entityId' = u.id::text and l.doc ->> 'entityType' = 'User'
            and l.doc ->> 'action' = 'UPDATE' and l.doc -> 'changedAttributes' ? 'email'),
        u.created_at), u.id""";

  private AddressOrder() {}
}
