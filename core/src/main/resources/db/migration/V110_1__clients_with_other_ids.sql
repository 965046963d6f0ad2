-- Clients whose ids the identity provider has assigned, with encrypted data to change them (RFC 7592).
alter table registry.client
  add column client_id  text unique,
  add column management text;
