-- The lock of those who draw fields of a farm, see sensor.lock_fields, if nobody writes things there now; tells whether it is
-- taken. Writers of fields take it before the first stamp of a feed clock.
create function sensor.try_lock_fields(farm uuid) returns boolean language sql volatile as $$
  select pg_try_advisory_xact_lock(hashtextextended('sensor.lock_fields', hashtext(farm::text)))
$$;
