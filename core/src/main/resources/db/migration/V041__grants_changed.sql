-- Whatever roles depend on tells all nodes when it changes, whoever changed it (topic grants_changed).
create function identity.tell_grants_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('grants_changed', tg_table_name);
  return null;
end $$;

create trigger grants_changed after insert or update or delete on record.users
  for each statement execute function identity.tell_grants_changed();
create trigger grants_changed after insert or update or delete on record.roles
  for each statement execute function identity.tell_grants_changed();
create trigger grants_changed after insert or update or delete on record.access_assignments
  for each statement execute function identity.tell_grants_changed();
create trigger grants_changed after insert or delete or update of organization_id on record.farms
  for each statement execute function identity.tell_grants_changed();

-- Revoked or deleted hashed tokens leave the caches of all nodes (topic tokens_revoked).
create function identity.tell_tokens_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('tokens_revoked', tg_table_name);
  return null;
end $$;

create trigger tokens_revoked after update or delete on identity.hashed_token
  for each statement execute function identity.tell_tokens_revoked();

-- The assignments of a person, read at every sign-in that no cache knows.
create index access_assignments_by_user on record.access_assignments ((doc ->> 'userId'));
