-- Apps of the app registry. A change of what the identity provider has to know increases the revision.
create schema registry;

create table registry.app (
  id                uuid primary key,
  owner_id          uuid not null,
  revision          bigint not null default 0,
  created_at        timestamptz not null default now(),
  withdrawn_at      timestamptz,
  withdrawn_by      uuid,
  withdrawal_reason text
);
create index app_by_owner on registry.app (owner_id, id);

-- The skeleton is the same for names that look alike. A version that was once approved keeps its name for its app.
create table registry.app_version (
  app_id       uuid not null references registry.app (id),
  number       int not null,
  state        text not null,
  approved     boolean not null default false,
  manifest     text not null,
  name         text not null,
  skeleton     text not null,
  author_id    uuid not null,
  reason       text,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  submitted_at timestamptz,
  decided_at   timestamptz,
  primary key (app_id, number)
);
create index app_version_by_skeleton on registry.app_version (skeleton);
create unique index app_version_submitted on registry.app_version (app_id) where state = 'SUBMITTED';
create unique index app_version_approved on registry.app_version (app_id) where state = 'APPROVED';

create table registry.review (
  app_id      uuid not null,
  number      int not null,
  reviewer_id uuid not null,
  approved    boolean not null,
  comment     text not null,
  at          timestamptz not null default now(),
  primary key (app_id, number, reviewer_id),
  foreign key (app_id, number) references registry.app_version (app_id, number)
);

-- How far the identity provider has followed the revisions of an app.
create table registry.client (
  app_id         uuid primary key references registry.app (id),
  done_revision  bigint not null default 0,
  tried_revision bigint not null default 0,
  attempts       int not null default 0,
  next_at        timestamptz not null default now(),
  last_error     text,
  done_at        timestamptz
);
create index client_due on registry.client (next_at);

-- Clients whose tokens every process refuses.
create table identity.revoked_client (
  issuer     text not null,
  client_id  text not null,
  revoked_at timestamptz not null default now(),
  primary key (issuer, client_id)
);
create index revoked_client_by_time on identity.revoked_client (revoked_at);

-- Administrators give the roles of the registry, so they hold their permissions.
update record.roles
   set doc = jsonb_set(doc, '{permissions}', (doc -> 'permissions')
         || '["app:create", "app:read", "app:update", "appReview:create", "appReview:read"]'::jsonb)
 where origin_type = 'SYSTEM' and doc ->> 'code' = 'ADMINISTRATOR' and not (doc ? 'organizationId')
   and not (doc -> 'permissions' ? 'app:create');
