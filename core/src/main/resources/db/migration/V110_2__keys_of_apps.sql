-- Public keys of submitted versions, by the SHA-256 of their encoding. A key belongs to its first app for good.
create table registry.app_key (
  digest text primary key,
  app_id uuid not null references registry.app (id)
);
