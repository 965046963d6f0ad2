package io.glebe.core.farm;

/**
 * Order of several invitations to the same address: the first is the one that has had the address
 * for the longest time. An older invitation whose address is changed later comes after the others.
 */
final class AddressOrder {
  /** An {@code order by} expression over the row {@code u} of the users. */
  static final String FIRST =
      """
      coalesce((
          select max(l.created_at) from record.audit_logs l
          where l.doc ->> 'entityId' = u.id::text and l.doc ->> 'entityType' = 'User'
            and l.doc ->> 'action' = 'UPDATE' and l.doc -> 'changedAttributes' ? 'email'),
        u.created_at), u.id""";

  private AddressOrder() {}
}
