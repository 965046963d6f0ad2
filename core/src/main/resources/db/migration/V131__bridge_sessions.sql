-- Sessions of the platform's processes at outside MQTT brokers. A session whose process is gone
-- still gets a part of the messages; another process takes it over.
create table sensor.bridge_session (
  broker    text not null,
  client_id text not null,
  host      text not null,
  seen_at   timestamptz not null,
  primary key (broker, client_id)
);
