-- A change of a service account and a User record that comes to its name wait for each other, so that one of
-- the two always finds the other and tells the person.
create function identity.lock_account(name text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('service account ' || name, 0));
$$;

-- A record that is bound to the name of an account that is there already, at first or anew, finds it switched
-- off. One that is made for the subject keeps it: gateways are set up in either order.
drop trigger accounts_end_with_binding on record.users;
create or replace function identity.end_accounts_of_subject() returns trigger language plpgsql as $$
begin
  perform identity.lock_account(new.doc ->> 'subject');
  update identity.service_account set enabled = false where name = new.doc ->> 'subject' and enabled;
  return null;
end $$;
create trigger accounts_end_with_binding after update on record.users
  for each row when (new.doc ->> 'subject' is not null
                     and (old.doc ->> 'subject' is distinct from new.doc ->> 'subject'
                          or old.doc ->> 'issuer' is not null
                             and old.doc ->> 'issuer' is distinct from new.doc ->> 'issuer'))
  execute function identity.end_accounts_of_subject();
