-- Browsers of people that are notified of the alarm events of a farm. The keys encrypt what is sent to them.
create table alarm.subscription (
  id               uuid        primary key,
  farm_id          uuid        not null,
  user_id          uuid        not null references record.users (id) on delete cascade,
  issuer           text        not null,
  subject          text        not null,
  endpoint         text        not null,
  point            bytea       not null,
  secret           bytea       not null,
  server_key       text        not null,
  minimum_severity text        not null,
  language         text        not null,
  created_at       timestamptz not null default now(),
  unique (farm_id, user_id, endpoint)
);
comment on column alarm.subscription.subject is 'of the person when the browser subscribed; the rights of this subject count';
comment on column alarm.subscription.server_key is 'public key of the platform to which the browser has bound its subscription';
create index subscription_user on alarm.subscription (user_id);
create index subscription_endpoint on alarm.subscription (endpoint);

-- One queue: a message goes to a webhook or to a browser.
alter table alarm.delivery
  alter column webhook_id drop not null,
  add column subscription_id uuid references alarm.subscription on delete cascade,
  add constraint delivery_target check (num_nonnulls(webhook_id, subscription_id) = 1);
create index delivery_subscription on alarm.delivery (subscription_id) where subscription_id is not null;
