-- Identity: what the platform itself knows about tokens, accounts and keys.
create schema identity;

-- Tokens that are random UUIDs. The token is nowhere; prefix = the first eight bytes of its SHA-256.
create table identity.hashed_token (
  id         uuid primary key,
  name       text not null,
  prefix     bigint not null,
  digest     bytea not null,
  issuer     text not null,
  subject    text not null,
  audiences  text[] not null,
  scopes     text[] not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index hashed_token_prefix on identity.hashed_token (prefix);

-- User name and password (argon2id) of devices and gateways.
create table identity.service_account (
  name          text primary key,
  password_hash text not null,
  scopes        text[] not null,
  enabled       boolean not null default true,
  created_at    timestamptz not null default now()
);

-- Sign-ins that have ended before their tokens expired.
create table identity.revoked_session (
  issuer  text not null,
  session text not null,
  until   timestamptz not null,
  primary key (issuer, session)
);

-- Signing keys of the development identity, as JWK with the private part; newest signs.
create table identity.signing_key (
  kid        text primary key,
  jwk        text not null,
  created_at timestamptz not null default now()
);
