-- Addresses that get messages about the alarm events of a farm. The secret signs what is sent.
create table alarm.webhook (
  id               uuid        primary key,
  farm_id          uuid        not null,
  name             text        not null,
  url              text        not null,
  minimum_severity text        not null,
  secret           bytea       not null,
  created_at       timestamptz not null default now(),
  created_by       uuid,
  refused          bigint      not null default 0
);
comment on column alarm.webhook.refused is 'messages that did not fit into its queue';
create index webhook_farm on alarm.webhook (farm_id);

create table alarm.delivery (
  id           uuid        primary key,
  webhook_id   uuid        not null references alarm.webhook on delete cascade,
  event_id     uuid,
  kind         text        not null,
  body         text        not null,
  state        text        not null default 'WAITING',
  attempts     int         not null default 0,
  due_at       timestamptz not null default now(),
  created_at   timestamptz not null default now(),
  ended_at     timestamptz,
  last_status  int,
  last_failure text
);
create index delivery_webhook on alarm.delivery (webhook_id, created_at, id);
create index delivery_waiting on alarm.delivery (webhook_id) where state = 'WAITING';
create index delivery_due on alarm.delivery (due_at) where state = 'WAITING';
create index delivery_ended on alarm.delivery (ended_at) where ended_at is not null;
