-- The field on which a thing stands follows the fields of its farm: triggers set it again when a field is drawn, redrawn or
-- deleted. Writers of things use the same functions.

-- A position of GeoJSON in units of 2^-30 degrees, which is exact: operators of geometric types ignore differences below 1e-6.
create function sensor.fine(place point) returns point language sql immutable strict parallel safe as $$
  select point(place[0] * 1073741824, place[1] * 1073741824)
$$;

create function sensor.coordinate(value jsonb) returns point language sql immutable strict parallel safe as $$
  select point((value ->> 0)::float8, (value ->> 1)::float8)
$$;

-- The rings of a polygon or multipolygon, with the number of their polygon.
create function sensor.rings(geometry jsonb) returns table (part bigint, ring jsonb) language sql immutable parallel safe as $$
  select p.part, r.ring
  from jsonb_array_elements(case geometry ->> 'type'
      when 'Polygon' then jsonb_build_array(geometry -> 'coordinates')
      when 'MultiPolygon' then geometry -> 'coordinates'
      else '[]' end) with ordinality p(rings, part),
    jsonb_array_elements(p.rings) r(ring)
$$;

-- A ring in the units of sensor.fine.
create function sensor.outline(ring jsonb) returns polygon language sql immutable strict parallel safe as $$
  select ('(' || string_agg(sensor.fine(sensor.coordinate(v.value))::text, ',' order by v.n) || ')')::polygon
  from jsonb_array_elements(ring) with ordinality v(value, n)
$$;

-- A point inside of polygons: the middle of the widest cut of a horizontal line through the middle of each.
create function sensor.inner_point(polygons jsonb) returns point language sql immutable parallel safe as $$
  with vertex as (
    select r.part, r.number, v.n, (v.value ->> 0)::float8 as x, (v.value ->> 1)::float8 as y
    from sensor.rings(polygons) with ordinality r(part, ring, number),
      jsonb_array_elements(r.ring) with ordinality v(value, n)),
  middle as (
    select part, (min(y) + max(y)) / 2 as y from vertex group by part),
  line as (
    select v.part, (max(v.y) filter (where v.y <= m.y) + min(v.y) filter (where v.y > m.y)) / 2 as y
    from vertex v join middle m using (part)
    group by v.part),
  edge as (
    select part, x, y, lead(x) over w as next_x, lead(y) over w as next_y
    from vertex
    window w as (partition by number order by n)),
  crossing as (
    select e.part, l.y, e.x + (l.y - e.y) / (e.next_y - e.y) * (e.next_x - e.x) as x
    from edge e join line l using (part)
    where (e.y > l.y) <> (e.next_y > l.y)),
  cut as (
    select y, x, lead(x) over w as until, row_number() over w as n
    from crossing
    window w as (partition by part order by x))
  select point((x + until) / 2, y) from cut where n % 2 = 1 order by until - x desc nulls last limit 1
$$;

-- The point that tells where a location is: a GeoJSON geometry, or a feature with one.
create function sensor.place(location jsonb) returns point language plpgsql immutable parallel safe as $$
declare
  geometry jsonb := case location ->> 'type' when 'Feature' then location -> 'geometry' else location end;
begin
  if geometry ->> 'type' = 'Point' then
    return sensor.coordinate(geometry -> 'coordinates');
  end if;
  if geometry ->> 'type' in ('Polygon', 'MultiPolygon') then
    return sensor.inner_point(geometry);
  end if;
  return (
    with corner as (
      select sensor.coordinate(p) as at
      from jsonb_path_query(geometry -> 'coordinates',
        case geometry ->> 'type' when 'MultiLineString' then '$[*][*]'::jsonpath else '$[*]'::jsonpath end) p)
    select c.at from corner c, (select avg(at[0]) as x, avg(at[1]) as y from corner) centre
    order by c.at <-> point(centre.x, centre.y)
    limit 1);
end $$;

-- The fields around each of the places, the smallest first; of these farms, or of all for null. More than 100 at one place
-- say nothing.
create function sensor.fields_at(places point[], farms uuid[])
  returns table (n bigint, farm_id uuid, field_id uuid) language sql stable as $$
  with near as materialized (
    select p.n, p.at, f.id, f.farm_id, area(f.bbox) as size, count(*) over (partition by p.n) as fields
    from unnest(places) with ordinality p(at, n)
    join record.fields f on f.bbox && box(p.at, p.at)
    where farms is null or f.farm_id = any(farms)),
  ring as materialized (
    select f.id, sensor.outline(r.ring) as outline
    from record.fields f, sensor.rings(f.doc -> 'geometry') r
    where f.id in (select id from near where fields <= 100))
  select near.n, near.farm_id, near.id
  from near join ring on ring.id = near.id
  where near.fields <= 100 and ring.outline @> sensor.fine(near.at)
  group by near.n, near.farm_id, near.id, near.size
  having count(*) % 2 = 1 -- in a hole it is two
  order by near.n, near.size, near.id
$$;

-- Writers of things take this lock together, those who draw fields alone: one of both sees what the other has written.
create function sensor.lock_fields(farm uuid, alone boolean) returns void language sql volatile as $$
  select case when alone
    then pg_advisory_xact_lock(hashtextextended('sensor.lock_fields', hashtext(farm::text)))
    else pg_advisory_xact_lock_shared(hashtextextended('sensor.lock_fields', hashtext(farm::text))) end
$$;

-- The field of a farm around a location; holds the lock for writers of things.
create function sensor.field_around(farm uuid, location jsonb) returns uuid language plpgsql volatile as $$
begin
  perform sensor.lock_fields(farm, false);
  return (select f.field_id from sensor.fields_at(array[sensor.place(location)], array[farm]) f limit 1);
end $$;

-- Whether the properties of a thing say on which field it stands; then its place does not count.
create function sensor.names_field(properties jsonb) returns boolean language sql immutable parallel safe as $$
  select coalesce(properties ->> 'regionId', properties ->> 'fieldId', properties ->> 'deviceId') is not null
$$;

-- Sets the field of those of the things that belong to the farm and do not name a field themselves.
create function sensor.set_fields(farm uuid, things bigint[]) returns void language sql volatile as $$
  with thing as materialized (
    select t.id, l.place, row_number() over (order by t.id) as n
    from sensor.thing t
    left join lateral (
      select sensor.place(l.location) as place from sensor.thing_location tl
      join sensor.location l on l.id = tl.location_id
      where tl.thing_id = t.id and l.bbox is not null
      order by l.id
      limit 1) l on true
    where t.id = any(things) and t.farm_id = farm and not sensor.names_field(t.properties)),
  found as (
    select distinct on (f.n) f.n, f.field_id
    from sensor.fields_at((select array_agg(place order by n) from thing), array[farm])
      with ordinality f(n, farm_id, field_id, rank)
    order by f.n, f.rank)
  update sensor.thing t set field_id = found.field_id
  from thing left join found on found.n = thing.n
  where t.id = thing.id and t.field_id is distinct from found.field_id
$$;

-- Sets the field of things that may stand on the drawn fields, before or after.
create function sensor.fields_drawn(farms uuid[], fields uuid[], boxes box[]) returns void language plpgsql volatile as $$
declare
  drawn record;
begin
  for drawn in
    select d.farm, array_agg(d.field) as fields, array_agg(d.box) as boxes
    from unnest(farms, fields, boxes) d(farm, field, box)
    where d.farm is not null
    group by d.farm
    order by d.farm
  loop
    perform sensor.lock_fields(drawn.farm, true);
    perform sensor.set_fields(drawn.farm, array_agg(t.id))
    from (
      select id from sensor.thing where farm_id = drawn.farm and field_id = any(drawn.fields)
      union
      select t.id from unnest(drawn.boxes) b
      join sensor.location l on l.bbox && b
      join sensor.thing_location tl on tl.location_id = l.id
      join sensor.thing t on t.id = tl.thing_id and t.farm_id = drawn.farm) t
    having count(*) > 0;
  end loop;
end $$;

create function sensor.fields_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform sensor.fields_drawn(array_agg(c.farm_id), array_agg(c.id), array_agg(c.bbox))
    from (
      select v.farm_id, v.id, v.bbox
      from gone g join drawn d on d.id = g.id,
        lateral (values (g.farm_id, g.id, g.bbox), (d.farm_id, d.id, d.bbox)) v(farm_id, id, bbox)
      where (g.farm_id, g.doc -> 'geometry') is distinct from (d.farm_id, d.doc -> 'geometry')) c
    having count(*) > 0;
  elsif tg_op = 'INSERT' then
    perform sensor.fields_drawn(array_agg(farm_id), array_agg(id), array_agg(bbox)) from drawn
    having count(*) > 0;
  else
    perform sensor.fields_drawn(array_agg(farm_id), array_agg(id), array_agg(bbox)) from gone
    having count(*) > 0;
  end if;
  return null;
end $$;

create trigger fields_drawn after insert on record.fields
  referencing new table as drawn for each statement execute function sensor.fields_changed();
create trigger fields_redrawn after update on record.fields
  referencing old table as gone new table as drawn for each statement execute function sensor.fields_changed();
create trigger fields_deleted after delete on record.fields
  referencing old table as gone for each statement execute function sensor.fields_changed();

select sensor.set_fields(farm_id, array_agg(id)) from sensor.thing where farm_id is not null group by farm_id;
