-- Commissions of farms to services. The id is that of the ProcessingJob, whose status decides about the end.
create table service.commission (
  id          uuid primary key,
  service_id  uuid not null references service.service (id),
  farm_id     uuid not null,
  field_ids   uuid[] not null,
  permissions text[] not null,
  parameters  text not null,
  starts_at   timestamptz not null,
  ends_at     timestamptz not null,
  ordered_by  uuid not null,
  ordered_at  timestamptz not null default now(),
  state       text not null default 'OPEN' check (state in ('OPEN', 'COMPLETED', 'FAILED', 'CANCELLED')),
  ended_at    timestamptz,
  end_reason  text
);
create index commission_by_service on service.commission (service_id, id);
create index commission_open on service.commission (farm_id) where state = 'OPEN';
create index commission_ending on service.commission (ends_at) where state = 'OPEN';

-- The queues of services. Positions of one service grow in the order of commits, because a writer locks the service.
create sequence service.message_position;
create table service.message (
  id              uuid primary key,
  service_id      uuid not null references service.service (id),
  commission_id   uuid not null references service.commission (id),
  kind            text not null check (kind in ('COMMISSION', 'CANCELLATION')),
  position        bigint not null default nextval('service.message_position'),
  state           text not null default 'WAITING'
                  check (state in ('SCHEDULED', 'WAITING', 'DELIVERED', 'ACKNOWLEDGED', 'DEAD', 'WITHDRAWN')),
  tries           int not null default 0,
  due_at          timestamptz not null,
  created_at      timestamptz not null default now(),
  delivered_at    timestamptz,
  acknowledged_at timestamptz
);
create index message_of_queue on service.message (service_id, position) where state in ('WAITING', 'DELIVERED');
create index message_due on service.message (due_at) where state in ('SCHEDULED', 'DELIVERED');
create index message_of_commission on service.message (commission_id);

-- The rights of services follow their commissions, on every process.
create trigger grants_changed after insert or update or delete on service.commission
  for each statement execute function identity.tell_grants_changed();
create trigger grants_changed after update of enabled on service.service
  for each statement execute function identity.tell_grants_changed();

-- A commission ends with its job, whoever ends or deletes the job. A message that was never delivered is withdrawn;
-- the service is told of a cancellation of what it has received.
create function service.end_commission(job uuid, outcome text, reason text) returns void language plpgsql as $$
declare
  ended service.commission;
begin
  if not exists (select from service.commission where id = job and state = 'OPEN') then
    return;
  end if;
  perform 1 from service.service s join service.commission c on c.service_id = s.id where c.id = job for update of s;
  update service.commission set state = outcome, ended_at = now(), end_reason = reason
    where id = job and state = 'OPEN'
    returning * into ended;
  if not found then
    return;
  end if;
  if outcome = 'CANCELLED'
      and exists (select from service.message where commission_id = job and kind = 'COMMISSION' and tries > 0) then
    insert into service.message (id, service_id, commission_id, kind, due_at)
      values (gen_random_uuid(), ended.service_id, job, 'CANCELLATION', now());
  end if;
  update service.message
    set state = case when outcome = 'CANCELLED' then 'WITHDRAWN' else 'ACKNOWLEDGED' end,
        acknowledged_at = case when outcome = 'CANCELLED' then null else now() end
    where commission_id = job and kind = 'COMMISSION' and state in ('SCHEDULED', 'WAITING', 'DELIVERED', 'DEAD');
  perform pg_notify('service_messages', ended.service_id::text);
end $$;

create function service.job_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform service.end_commission(old.id, 'CANCELLED', 'the job was deleted');
  else
    perform service.end_commission(new.id, new.doc ->> 'status', new.doc ->> 'message');
  end if;
  return null;
end $$;

-- Deferred: writes of records lock the clocks of their collections first, then the service.
create constraint trigger commission_ends after update on record.processing_jobs
  deferrable initially deferred
  for each row when (new.doc ->> 'status' in ('COMPLETED', 'FAILED', 'CANCELLED')
                     and old.doc ->> 'status' is distinct from new.doc ->> 'status')
  execute function service.job_changed();
create constraint trigger commission_ends_by_deletion after delete on record.processing_jobs
  deferrable initially deferred
  for each row execute function service.job_changed();
