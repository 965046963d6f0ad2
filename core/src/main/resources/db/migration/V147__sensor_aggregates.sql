-- Hours and days of each datastream, computed in the background from observations with a number.
create table sensor.hourly (
  datastream_id bigint           not null,
  hour          timestamptz      not null,
  n             bigint           not null,
  sum           double precision not null,
  min           double precision not null,
  max           double precision not null,
  first_time    timestamptz      not null,
  last_time     timestamptz      not null,
  first_result  double precision not null,
  last_result   double precision not null,
  primary key (datastream_id, hour)
);

-- Days in UTC, made from the hours.
create table sensor.daily (
  datastream_id bigint           not null,
  day           timestamptz      not null,
  n             bigint           not null,
  sum           double precision not null,
  min           double precision not null,
  max           double precision not null,
  first_time    timestamptz      not null,
  last_time     timestamptz      not null,
  first_result  double precision not null,
  last_result   double precision not null,
  primary key (datastream_id, day)
);

-- Whole hours whose rows are missing or out of date: readers take the observations instead. Only
-- appended to, so that writers do not wait for each other.
create table sensor.stale (
  id            bigint      generated always as identity primary key,
  datastream_id bigint      not null,
  from_time     timestamptz not null,
  until_time    timestamptz not null
);
create index stale_datastream on sensor.stale (datastream_id);

-- Hours before `until` are in the tables above or in sensor.stale; later ones are read from the
-- observations, so that storing new observations costs nothing more. Writers mark hours before
-- `announced`. `until` follows when the transactions in `waiting` have ended, which may not have seen
-- the announcement.
create table sensor.aggregation (
  announced timestamptz not null,
  waiting   text[],
  until     timestamptz not null
);
insert into sensor.aggregation values ('-infinity', null, '-infinity');

-- Observations before this time have been deleted although their hours and days stay.
create table sensor.expired (
  datastream_id bigint      primary key,
  until         timestamptz not null
);

-- What hours and days count: numbers whose sums a double can hold.
create view sensor.measurement as
select id, datastream_id, phenomenon_time, result from sensor.observation
where result between -1e290 and 1e290;

create function sensor.hours_changed() returns trigger language plpgsql as $$
begin
  insert into sensor.stale (datastream_id, from_time, until_time)
  select distinct c.datastream_id, date_trunc('hour', c.phenomenon_time, 'UTC'),
    date_trunc('hour', c.phenomenon_time, 'UTC') + interval '1 hour'
  from changed c
  where c.result is not null and c.phenomenon_time < (select announced from sensor.aggregation);
  return null;
end $$;

create trigger hours_of_new after insert on sensor.observation
  referencing new table as changed for each statement execute function sensor.hours_changed();
create trigger hours_of_deleted after delete on sensor.observation
  referencing old table as changed for each statement execute function sensor.hours_changed();
create trigger hours_before_update after update on sensor.observation
  referencing old table as changed for each statement execute function sensor.hours_changed();
create trigger hours_after_update after update on sensor.observation
  referencing new table as changed for each statement execute function sensor.hours_changed();

create function sensor.datastream_gone() returns trigger language plpgsql as $$
begin
  delete from sensor.stale where datastream_id = old.id;
  delete from sensor.hourly where datastream_id = old.id;
  delete from sensor.daily where datastream_id = old.id;
  delete from sensor.expired where datastream_id = old.id;
  return null;
end $$;
create trigger datastream_gone after delete on sensor.datastream
  for each row execute function sensor.datastream_gone();

-- The whole hours or days (in UTC) inside of half-open spans.
create function sensor.whole(times tstzmultirange, unit text) returns tstzmultirange language sql stable as $$
  select coalesce(range_agg(tstzrange(w.a, w.b)), '{}')
  from (
    select date_trunc(unit, lower(t), 'UTC')
        + case when date_trunc(unit, lower(t), 'UTC') = lower(t) then interval '0'
          when unit = 'day' then interval '24 hours' else interval '1 hour' end as a,
      date_trunc(unit, upper(t), 'UTC') as b
    from unnest(times) t) w
  where w.a < w.b
$$;

-- A number of days from the properties of a datastream, or else the standard; null for none.
create function sensor.days(properties jsonb, name text, standard integer) returns integer language sql immutable as $$
  select case when jsonb_typeof(properties -> name) = 'number'
      and (properties ->> name)::numeric between 1 and 36500
    then (properties ->> name)::numeric::integer else nullif(standard, 0) end
$$;

-- Where the observations of each datastream with a retention end, in whole days of UTC. Hours and days
-- that outlive them end earlier; then observations go only when they have been counted.
create function sensor.retention(days integer, aggregate_days integer, at timestamptz)
  returns table (datastream_id bigint, cut timestamptz, outlived boolean, until timestamptz,
    aggregates_until timestamptz) language sql stable as $$
  select d.id, t.midnight - make_interval(hours => 24 * r.days), r.kept > r.days,
    case when r.kept > r.days then e.until else t.midnight - make_interval(hours => 24 * r.days) end,
    t.midnight - make_interval(hours => 24 * greatest(r.days, r.kept))
  from sensor.datastream d
  left join sensor.expired e on e.datastream_id = d.id
  cross join lateral (
    select sensor.days(d.properties, 'retentionDays', days) as days,
      coalesce(sensor.days(d.properties, 'aggregateDays', aggregate_days), 0) as kept) r
  cross join (select date_trunc('day', at, 'UTC') as midnight) t
  where r.days is not null
$$;
