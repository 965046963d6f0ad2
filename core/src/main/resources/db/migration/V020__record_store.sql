-- The record store: what all collections share. The tables of the collections themselves are V021.
create schema record;

-- One row a collection; a write takes its stamp late, under this row's lock, so that the order of
-- stamps is the order of commits (see the class FeedClock).
create table record.feed_clock (
  collection text primary key,
  stamp      timestamptz not null
) with (fillfactor = 10);

-- References between records, but for those which a column of the record's own row holds (farm_id,
-- organization_id). reference = Entity.attribute, for a typed reference Entity.attribute:Target.
create table record.link (
  reference text not null,
  source_id uuid not null,
  target_id uuid not null,
  primary key (reference, source_id, target_id)
);
create index link_target on record.link (target_id, reference);

-- Business keys, so that two writers cannot take the same one. entry = digest of entity, members
-- and the values, trimmed and without case.
create table record.business_key (
  entry     uuid primary key,
  collection text not null,
  record_id uuid not null
);
create index business_key_record on record.business_key (record_id, collection);

-- Who may still read the account of a deletion after which nobody reaches the farm any more.
create table record.audit_reader (
  audit_id uuid not null,
  user_id  uuid not null,
  primary key (user_id, audit_id)
);

-- Sets of farms and organizations as cursors remember them, by their digest.
create table record.reach (
  digest  uuid primary key,
  members uuid[] not null
);

-- Keys which the platform makes for itself, e.g. the one that signs cursors.
create table record.secret (
  name  text primary key,
  value bytea not null
);

-- The one shape of all collections.
create function record.make_table(name text) returns void language plpgsql as $$
begin
  execute format(
    'create table record.%I (
       id                 uuid primary key,
       farm_id            uuid,
       organization_id    uuid,
       doc                jsonb       not null,
       bbox               box,
       version            bigint      not null,
       created_at         timestamptz not null,
       updated_at         timestamptz not null,
       origin_type        text        not null,
       created_by_user_id uuid,
       created_by_job_id  uuid,
       client_id          text
     ) with (fillfactor = 85)', name);
  execute format('create index %I on record.%I (updated_at, id)', name || '_feed', name);
  execute format('create index %I on record.%I (farm_id, updated_at, id) where farm_id is not null',
    name || '_farm', name);
  execute format('create index %I on record.%I (organization_id, updated_at, id) where organization_id is not null',
    name || '_organization', name);
  execute format('create index %I on record.%I using gist (bbox) where bbox is not null', name || '_bbox', name);
  execute format('create index %I on record.%I (created_by_job_id) where created_by_job_id is not null',
    name || '_job', name);
  insert into record.feed_clock (collection, stamp) values (replace(name, '_', '-'), '-infinity');
end $$;

-- An index for a filter that picks few records of many.
create function record.make_filter(name text, attribute text) returns void language plpgsql as $$
begin
  execute format('create index %I on record.%I ((doc ->> %L), updated_at) where (doc ->> %L) is not null',
    name || '_by_' || lower(attribute), name, attribute, attribute);
end $$;
