-- The boundaries that a field had before its present one. A trigger writes them, so that every way
-- to change a field is covered: PUT, PATCH, batches, imports of partners.
create table record.field_boundaries (
  field_id uuid        not null references record.fields (id) on delete cascade,
  version  bigint      not null, -- the last version of the field that had this boundary
  geometry jsonb       not null,
  since    timestamptz not null,
  until    timestamptz not null,
  primary key (field_id, version)
);

create function record.keep_field_boundary() returns trigger language plpgsql as $$
begin
  insert into record.field_boundaries (field_id, version, geometry, since, until)
  values (old.id, old.version, old.doc -> 'geometry',
    coalesce((select max(b.until) from record.field_boundaries b where b.field_id = old.id), old.created_at),
    new.updated_at)
  on conflict do nothing;
  delete from record.field_boundaries b where b.field_id = old.id and b.version <= (
    select o.version from record.field_boundaries o where o.field_id = old.id
    order by o.version desc offset 100 limit 1);
  return null;
end $$;

create trigger field_boundary_changed after update on record.fields
  for each row when (old.doc -> 'geometry' is distinct from new.doc -> 'geometry')
  execute function record.keep_field_boundary();
