-- People who were invited are found by their address, whatever its case.
create index users_by_email_lower on record.users (lower(doc ->> 'email'))
  where (doc ->> 'email') is not null;

-- The note of a sign-in changes no right, so it empties no cache of grants.
drop trigger grants_changed on record.users;
create trigger grants_changed after insert or delete on record.users
  for each statement execute function identity.tell_grants_changed();
create trigger grants_changed_by_update after update on record.users
  for each row when ((old.doc - 'lastSignInAt') is distinct from (new.doc - 'lastSignInAt'))
  execute function identity.tell_grants_changed();
