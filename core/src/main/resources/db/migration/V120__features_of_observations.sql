-- The feature of interest of observations that name none is made at the first of them: from a Location
-- of the Thing, else from the field on which it stands.
alter table sensor.thing add column feature_optional boolean not null default false;
comment on column sensor.thing.feature_optional is
  'whether observations may be without a feature of interest: things made without a place on purpose';
update sensor.thing t set feature_optional = true
where not exists (select 1 from sensor.thing_location tl where tl.thing_id = t.id);

create table sensor.field_feature (
  field_id   uuid   primary key,
  feature_id bigint not null references sensor.feature_of_interest on delete cascade
);
create index field_feature_feature on sensor.field_feature (feature_id);
comment on table sensor.field_feature is 'the features of interest made from fields';

-- Where the feature of interest of a datastream's observations comes from: made before, or from a
-- location, or from a field; optional, where there is none and none is needed; missing otherwise.
create view sensor.datastream_place as
select d.id, l.id as location_id,
  coalesce(l.feature_id, case when l.id is null then ff.feature_id end) as feature_id,
  case
    when l.feature_id is not null or (l.id is null and ff.feature_id is not null) then 'MADE'
    when l.id is not null then 'LOCATION'
    when f.id is not null then 'FIELD'
    when t.feature_optional then 'OPTIONAL'
    else 'MISSING'
  end as source,
  f.id as field_id
from sensor.datastream d
join sensor.thing t on t.id = d.thing_id
left join lateral (
  select l.id, l.feature_id from sensor.thing_location tl
  join sensor.location l on l.id = tl.location_id
  where tl.thing_id = t.id and (l.bbox is not null or l.feature_id is not null)
  order by l.feature_id is null, l.id
  limit 1) l on true
left join record.fields f on f.id = t.field_id and f.bbox is not null
left join sensor.field_feature ff on ff.field_id = t.field_id;

-- Answers the feature of interest for observations of a datastream, and makes it if need be.
create function sensor.default_feature(datastream bigint) returns bigint language plpgsql as $$
declare
  place record;
  made  bigint;
begin
  select * into place from sensor.datastream_place where id = datastream;
  if place.source = 'LOCATION' then
    select feature_id into made from sensor.location where id = place.location_id for update;
    if made is null then
      insert into sensor.feature_of_interest (farm_id, owner, name, description, encoding_type, feature, bbox)
      select farm_id, owner, name, description, encoding_type, location, bbox
      from sensor.location where id = place.location_id
      returning id into made;
      update sensor.location set feature_id = made where id = place.location_id;
    end if;
    return made;
  end if;
  if place.source = 'FIELD' then
    perform pg_advisory_xact_lock(hashtextextended('sensor.field_feature' || place.field_id, 0));
    select feature_id into made from sensor.field_feature where field_id = place.field_id;
    if made is null then
      insert into sensor.feature_of_interest
        (farm_id, owner, name, description, encoding_type, feature, bbox, properties)
      select f.farm_id, t.owner, coalesce(f.doc ->> 'name', 'Field'), 'The field of the Thing',
        'application/geo+json', f.doc -> 'geometry', f.bbox, jsonb_build_object('fieldId', f.id)
      from sensor.datastream d join sensor.thing t on t.id = d.thing_id
      join record.fields f on f.id = t.field_id
      where d.id = datastream
      returning id into made;
      insert into sensor.field_feature values (place.field_id, made);
    end if;
    return made;
  end if;
  return place.feature_id;
end $$;
