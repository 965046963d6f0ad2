-- A hashed token belongs to the User record for which it was made, and ends with it: nobody who gets
-- the same subject later inherits it.
alter table identity.hashed_token
  add column user_id uuid references record.users (id) on delete cascade;
update identity.hashed_token t set user_id = (
  select u.id from record.users u
   where u.doc ->> 'subject' = t.subject and coalesce(u.doc ->> 'issuer', t.issuer) = t.issuer
   order by u.created_at, u.id limit 1);
update identity.hashed_token set revoked_at = now() where user_id is null and revoked_at is null;
create index hashed_token_user on identity.hashed_token (user_id, created_at);

create function identity.end_tokens_of_subject() returns trigger language plpgsql as $$
begin
  update identity.hashed_token set revoked_at = now() where user_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger tokens_end_with_subject after update on record.users
  for each row when (old.doc ->> 'subject' is distinct from new.doc ->> 'subject'
                     or old.doc ->> 'issuer' is not null
                        and old.doc ->> 'issuer' is distinct from new.doc ->> 'issuer')
  execute function identity.end_tokens_of_subject();

-- Who holds an assignment reads what happened to it before, too.
insert into record.audit_reader (audit_id, user_id)
  select a.id, (s.doc ->> 'userId')::uuid
    from record.audit_logs a
    join record.access_assignments s on s.id::text = a.doc ->> 'entityId'
   where a.doc ->> 'entityType' = 'AccessAssignment'
on conflict do nothing;

-- A service account acts as whoever has its name as subject. Made for a record that names the subject
-- it is meant; one that was there before an invited person is bound to the subject is switched off.
create function identity.end_accounts_of_subject() returns trigger language plpgsql as $$
begin
  update identity.service_account set enabled = false where name = new.doc ->> 'subject';
  return null;
end $$;
create trigger accounts_end_with_binding after update on record.users
  for each row when (old.doc ->> 'subject' is null and new.doc ->> 'subject' is not null)
  execute function identity.end_accounts_of_subject();
