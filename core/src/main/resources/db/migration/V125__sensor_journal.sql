-- Sessions of MQTT clients that outlive their connections.
create schema mqtt;

create table mqtt.session (
  id             bigint generated always as identity primary key,
  account        text        not null,
  client_id      text        not null,
  expiry_seconds bigint      not null,
  holder         uuid        not null,
  connected      boolean     not null,
  loads          integer     not null default 1,
  seen_at        timestamptz not null default now(),
  xid            bigint      not null,
  seq            bigint      not null default 0,
  item           bigint      not null default 0,
  subscriptions  jsonb       not null default '[]',
  in_flight      jsonb       not null default '[]',
  unreleased     integer[]   not null default '{}',
  unique (account, client_id)
);
comment on column mqtt.session.holder is 'the connection that may change the row; another one that takes the session over replaces it';
comment on column mqtt.session.xid is 'with seq and item: the place in the journal from which the client has to get messages';
create index session_seen on mqtt.session (seen_at);
create index session_subscribed on mqtt.session (xid) where subscriptions <> '[]';

-- What has been committed, in an order that readers can follow: a row for a group of observations, or for
-- one changed entity. Written only while a session has subscriptions, for it is read by sessions
-- only.
create table sensor.journal (
  xid      bigint not null default pg_current_xact_id()::text::bigint,
  seq      bigint generated always as identity,
  kind     text   not null,
  first_id bigint not null,
  last_id  bigint not null,
  messages integer not null default 1,
  earliest timestamptz,
  latest   timestamptz,
  fresh    boolean not null default true,
  changed  text[]  not null default '{}',
  primary key (xid, seq)
);
comment on column sensor.journal.xid is 'transaction; all rows below the oldest running one are complete';

-- Rows before this transaction have been removed although sessions had not got them.
create table sensor.journal_cut (xid bigint not null);
insert into sensor.journal_cut values (0);

-- Tells listeners of a created or changed entity; the argument is the name of its type.
create function sensor.entity_changed() returns trigger language plpgsql as $$
declare
  columns text[] := '{}';
begin
  if tg_op = 'UPDATE' then
    select coalesce(array_agg(n.key order by n.key), '{}') into columns
    from jsonb_each(to_jsonb(new)) n
    where n.value is distinct from to_jsonb(old) -> n.key;
    if cardinality(columns) = 0 then
      return null;
    end if;
  end if;
  perform pg_notify('sensor_entities',
    tg_argv[0] || ' ' || new.id || ' ' || case tg_op when 'INSERT' then 'new' else 'old' end || ' '
    || array_to_string(columns, ','));
  if exists (select 1 from mqtt.session where subscriptions <> '[]') then
    insert into sensor.journal (kind, first_id, last_id, fresh, changed)
    values (tg_argv[0], new.id, new.id, tg_op = 'INSERT', columns);
  end if;
  return null;
end $$;

create trigger entity_changed after insert or update on sensor.thing
  for each row execute function sensor.entity_changed('Thing');
create trigger entity_changed after insert or update of name, description, encoding_type, location, properties
  on sensor.location for each row execute function sensor.entity_changed('Location');
create trigger entity_changed after insert or update on sensor.historical_location
  for each row execute function sensor.entity_changed('HistoricalLocation');
create trigger entity_changed after insert or update of name, description, observation_type, unit, properties,
  thing_id, sensor_id, observed_property_id on sensor.datastream
  for each row execute function sensor.entity_changed('Datastream');
create trigger entity_changed after insert or update on sensor.sensor
  for each row execute function sensor.entity_changed('Sensor');
create trigger entity_changed after insert or update on sensor.observed_property
  for each row execute function sensor.entity_changed('ObservedProperty');
create trigger entity_changed after insert or update on sensor.feature_of_interest
  for each row execute function sensor.entity_changed('FeatureOfInterest');
create trigger entity_changed after update on sensor.observation
  for each row execute function sensor.entity_changed('Observation');
