-- One User record at most for a subject of an issuer, exactly as the provider writes it. Records that name a
-- subject alone get their issuer at the start, by the class UserIssuers.
create unique index users_by_identity on record.users ((doc ->> 'issuer'), (doc ->> 'subject'));

-- The time of the last sign-in stands in record.sign_in.
update record.users set doc = doc - 'lastSignInAt' where doc ? 'lastSignInAt';
