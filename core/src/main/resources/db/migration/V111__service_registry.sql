-- Services of the service registry. The name and the description are those of the ProcessingService record with the same id.
create schema service;

-- The secret is nowhere: only its SHA-256. A service with a public key has no secret.
create table service.service (
  id              uuid primary key,
  enabled         boolean not null default true,
  secret_digest   bytea,
  public_key      text,
  created_by      uuid not null,
  created_at      timestamptz not null default now(),
  disabled_by     uuid,
  disabled_at     timestamptz,
  disabled_reason text,
  check ((secret_digest is null) <> (public_key is null))
);

-- Tokens of services, as SHA-256; a disabled service has none.
create table service.token (
  digest     bytea primary key,
  service_id uuid not null references service.service (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index token_by_service on service.token (service_id, created_at);

-- Signed assertions that have been used, until they expire.
create table service.used_assertion (
  service_id uuid not null references service.service (id),
  digest     bytea not null,
  until      timestamptz not null,
  primary key (service_id, digest)
);

-- Administrators give the role of maintainers, so they hold its permissions.
update record.roles
   set doc = jsonb_set(doc, '{permissions}', (doc -> 'permissions')
         || '["registeredService:create", "registeredService:read", "registeredService:update"]'::jsonb)
 where origin_type = 'SYSTEM' and doc ->> 'code' = 'ADMINISTRATOR' and not (doc ? 'organizationId')
   and not (doc -> 'permissions' ? 'registeredService:create');
