-- Who is connected to the partner's platform. Tokens are sealed; the key stands in the settings.
create schema partner;
create table partner.connection (
  provider        text not null,
  user_id         uuid not null,
  access_token    bytea not null,
  refresh_token   bytea,
  expires_at      timestamptz not null,
  connected_at    timestamptz not null default now(),
  importing_until timestamptz,
  primary key (provider, user_id)
);

-- Imported records are looked up by the partner's identifiers.
create index organizations_external on record.organizations ((doc ->> 'externalId'))
  where doc ->> 'externalId' is not null;
create index farms_external on record.farms ((doc ->> 'externalId'))
  where doc ->> 'externalId' is not null;
create index fields_external on record.fields ((doc ->> 'externalId'))
  where doc ->> 'externalId' is not null;
