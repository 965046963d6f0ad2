-- What the topics and payloads of a service account mean, for devices that know no SensorThings.
create table sensor.mqtt_mapping (
  account    text        primary key references identity.service_account (name) on delete cascade,
  mapping    json        not null,
  changed_at timestamptz not null default now()
);

-- The Datastream of each name in a mapping, from the first message on. farm_id is 0 for Things of the
-- account itself; made = the mapping has created the Datastream.
create table sensor.mapped_datastream (
  account       text    not null references sensor.mqtt_mapping on delete cascade,
  farm_id       uuid    not null,
  thing         text    not null,
  datastream    text    not null,
  datastream_id bigint  not null references sensor.datastream on delete cascade,
  made          boolean not null,
  primary key (account, farm_id, thing, datastream)
);
create index mapped_datastream_id on sensor.mapped_datastream (datastream_id);

-- Things are found by name at the first message of a device. A name may be longer than a row of a btree.
create index thing_name on sensor.thing using hash (name);
