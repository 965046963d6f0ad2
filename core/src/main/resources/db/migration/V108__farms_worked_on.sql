-- Farms that an account has named itself for what is no record: things of the sensor service. With the accounts of
-- the audit log they say on which farms somebody works (class WorkedFarms).
create table record.chosen_farm (
  account text not null,
  farm_id uuid not null,
  primary key (account, farm_id)
);
insert into record.chosen_farm select distinct owner, farm_id from sensor.thing where farm_id is not null;

create index audit_logs_author on record.audit_logs (farm_id, created_by_user_id) where farm_id is not null;
