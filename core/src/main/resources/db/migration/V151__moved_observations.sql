-- Tells listeners of a changed observation that has moved to another partition: PostgreSQL deletes its row there and inserts
-- it here, and calls no trigger for an update of rows. The arguments are the partition and the row before.
create function sensor.observation_moved(observation bigint, place oid, before jsonb) returns void language plpgsql as $$
declare
  columns text[];
begin
  select array_agg(n.key order by n.key) into columns
  from sensor.observation o, jsonb_each(to_jsonb(o)) n
  where o.id = observation and o.tableoid <> place and n.value is distinct from before -> n.key;
  if columns is null then
    return;
  end if;
  perform pg_notify('sensor_entities', 'Observation ' || observation || ' old ' || array_to_string(columns, ','));
  if exists (select 1 from mqtt.session where subscriptions <> '[]') then
    insert into sensor.journal (kind, first_id, last_id, fresh, changed)
    values ('Observation', observation, observation, false, columns);
  end if;
end $$;
