-- The account of a device belongs to a farm and to its Thing there; other accounts belong to the platform.
alter table identity.service_account add column farm_id uuid, add column thing_id bigint;
create unique index service_account_of_thing on identity.service_account (farm_id, thing_id)
  where farm_id is not null;

-- The messages of an account that were refused: one row for each reason, with the last message.
create table identity.refused_message (
  account text not null references identity.service_account on delete cascade,
  reason  text not null,
  count   bigint not null,
  last_at timestamptz not null,
  topic   text not null,
  detail  text not null,
  primary key (account, reason)
);
