-- Organizations that have or had a farm. Who made an organization goes on with it alone until its first farm, and
-- not again when the last one is gone; farms that were deleted leave nothing else that says so for good.
create table record.organization_begun (
  organization_id uuid primary key
);

insert into record.organization_begun
  select organization_id from record.farms where organization_id is not null
  union
  select organization_id from record.audit_logs
    where organization_id is not null and doc ->> 'entityType' = 'Farm';

create function record.note_organization_begun() returns trigger language plpgsql as $$
begin
  insert into record.organization_begun (organization_id) values (new.organization_id) on conflict do nothing;
  return null;
end $$;

create trigger organization_begun after insert or update on record.farms
  for each row when (new.organization_id is not null) execute function record.note_organization_begun();

-- One that is made anew under the same id begins anew: nobody held anything in it when it was deleted.
create function record.forget_organization_begun() returns trigger language plpgsql as $$
begin
  delete from record.organization_begun where organization_id = old.id;
  return null;
end $$;

create trigger organization_begun after delete on record.organizations
  for each row execute function record.forget_organization_begun();
