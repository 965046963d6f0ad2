-- Alarm rules and the events that the platform makes of them.
select record.make_table('alarm_rules');
select record.make_table('alarm_events');
create index alarm_rules_datastream on record.alarm_rules (((doc ->> 'datastreamId')::bigint)) where doc ? 'datastreamId';
create index alarm_events_datastream on record.alarm_events ((doc ->> 'datastreamId'), updated_at) where doc ? 'datastreamId';

-- Tasks that can become due.
create index tasks_due on record.tasks (farm_id) where doc ? 'dueAt' and doc ->> 'status' in ('PLANNED', 'ASSIGNED', 'IN_PROGRESS');

create schema alarm;

-- How far a rule of a datastream has been checked. Who checks a rule locks its row, so that each observation counts once,
-- however many processes there are.
create table alarm.progress (
  rule_id     uuid primary key,
  version     bigint      not null default 0,
  checked_to  timestamptz,
  beyond_from timestamptz,
  quiet_until timestamptz,
  due_at      timestamptz,
  event_id    uuid
) with (fillfactor = 70);
comment on column alarm.progress.version is 'of the rule when it was checked last';
comment on column alarm.progress.checked_to is 'phenomenon time of the last observation that counted';
comment on column alarm.progress.beyond_from is 'since when the value has been beyond the threshold';
comment on column alarm.progress.due_at is 'when the silence of the datastream begins to count';
comment on column alarm.progress.event_id is 'the event that has not ended';
create index progress_due on alarm.progress (due_at) where due_at is not null;
create index progress_event on alarm.progress (rule_id) where event_id is not null;

-- Tasks for which a rule has an event that has not ended.
create table alarm.due_task (
  rule_id  uuid not null,
  task_id  uuid not null,
  event_id uuid not null,
  primary key (rule_id, task_id)
);

-- Starter roles of earlier versions get the permissions that they have in new databases.
update record.roles as role
   set doc = jsonb_set(doc, '{permissions}', (doc -> 'permissions') || added.permissions)
  from (values
    ('OWNER', '["alarmRule:create", "alarmRule:read", "alarmRule:update", "alarmRule:delete", "alarmEvent:read", "alarmEvent:update"]'::jsonb),
    ('MANAGER', '["alarmRule:create", "alarmRule:read", "alarmRule:update", "alarmRule:delete", "alarmEvent:read", "alarmEvent:update"]'),
    ('ADVISER', '["alarmRule:create", "alarmRule:read", "alarmRule:update", "alarmEvent:read", "alarmEvent:update"]'),
    ('WORKER', '["alarmRule:read", "alarmEvent:read", "alarmEvent:update"]'),
    ('VIEWER', '["alarmRule:read", "alarmEvent:read"]'),
    ('SERVICE', '["alarmRule:read", "alarmEvent:read"]'),
    ('AUDITOR', '["alarmRule:read", "alarmEvent:read"]')) as added (code, permissions)
 where role.origin_type = 'SYSTEM' and role.doc ->> 'code' = added.code and not (role.doc ? 'organizationId')
   and not (role.doc -> 'permissions' ? 'alarmRule:read');
