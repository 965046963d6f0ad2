-- Tokens for viewers. The text of a token is nowhere: it is signed with the key, and found by its SHA-256.
create table identity.viewer_key (
  id  boolean primary key default true check (id),
  key bytea not null
);

create table identity.viewer_token (
  id          uuid primary key,
  digest      bytea not null unique,
  name        text not null,
  issuer      text not null,
  subject     text not null,
  client_id   text not null,
  user_id     uuid not null references record.users (id) on delete cascade,
  collections text[] not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null
);
create index viewer_token_user on identity.viewer_token (user_id, created_at);
create index viewer_token_collections on identity.viewer_token using gin (collections);

-- A token that ends before its time leaves the caches of all nodes.
create trigger tokens_revoked after update or delete on identity.viewer_token
  for each row when (old.expires_at > now()) execute function identity.tell_tokens_revoked();

-- It ends with the subject of its User record, as hashed tokens do.
create function identity.end_viewer_tokens_of_subject() returns trigger language plpgsql as $$
begin
  delete from identity.viewer_token where user_id = new.id;
  return null;
end $$;
create trigger viewer_tokens_end_with_subject after update on record.users
  for each row when (old.doc ->> 'subject' is distinct from new.doc ->> 'subject'
                     or old.doc ->> 'issuer' is distinct from new.doc ->> 'issuer')
  execute function identity.end_viewer_tokens_of_subject();
