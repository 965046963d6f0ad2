-- The features of interest of each datastream, whose extent is its observed area. A row is added with
-- the first observation of a feature, in the transaction that stores it.
create table sensor.observed_feature (
  datastream_id bigint not null references sensor.datastream on delete cascade,
  feature_id    bigint not null references sensor.feature_of_interest on delete cascade,
  primary key (datastream_id, feature_id)
);
create index observed_feature_feature on sensor.observed_feature (feature_id);

-- The smallest box around two boxes; null adds nothing.
create function sensor.extended(one box, other box) returns box language sql immutable parallel safe as $$
  select case when one is null or other is null then coalesce(one, other) else bound_box(one, other) end
$$;
create aggregate sensor.extent(box) (sfunc = sensor.extended, stype = box);

-- A box as GeoJSON: a point, a line or a polygon.
create function sensor.area(b box) returns jsonb language sql immutable strict parallel safe as $$
  select case
    when (b[0])[0] = (b[1])[0] and (b[0])[1] = (b[1])[1] then
      jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array((b[1])[0], (b[1])[1]))
    when (b[0])[0] = (b[1])[0] or (b[0])[1] = (b[1])[1] then
      jsonb_build_object('type', 'LineString', 'coordinates', jsonb_build_array(
        jsonb_build_array((b[1])[0], (b[1])[1]), jsonb_build_array((b[0])[0], (b[0])[1])))
    else
      jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(
        jsonb_build_array((b[1])[0], (b[1])[1]), jsonb_build_array((b[0])[0], (b[1])[1]),
        jsonb_build_array((b[0])[0], (b[0])[1]), jsonb_build_array((b[1])[0], (b[0])[1]),
        jsonb_build_array((b[1])[0], (b[1])[1]))))
  end
$$;

insert into sensor.observed_feature
select distinct o.datastream_id, o.feature_id from sensor.observation o
join sensor.datastream d on d.id = o.datastream_id
join sensor.feature_of_interest f on f.id = o.feature_id;

update sensor.datastream d set bbox = e.area, observed_area = sensor.area(e.area)
from (
  select of.datastream_id, sensor.extent(f.bbox) as area from sensor.observed_feature of
  join sensor.feature_of_interest f on f.id = of.feature_id
  group by of.datastream_id) e
where e.datastream_id = d.id and e.area is not null;
