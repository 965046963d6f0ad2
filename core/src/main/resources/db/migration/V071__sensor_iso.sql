-- The same text at a fraction of the cost: stable, as its body is, so that statements inline it.
create or replace function sensor.iso(moment timestamptz) returns text language sql stable parallel safe as $$
  select replace(to_json(moment at time zone 'UTC')::text, '"', '') || 'Z'
$$;
