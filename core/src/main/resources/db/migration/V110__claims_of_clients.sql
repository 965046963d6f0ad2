-- A process claims a client before it calls the identity provider, instead of holding the row in a transaction.
alter table registry.client
  add column claim         uuid,
  add column claimed_until timestamptz not null default '-infinity';
