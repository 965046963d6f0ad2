-- Imports under way. A living process renews its lease; a RUNNING job without one broke off.
create table partner.import_lease (
  provider text not null,
  user_id  uuid not null,
  job_id   uuid not null unique,
  until    timestamptz not null,
  primary key (provider, user_id)
);
alter table partner.connection drop column importing_until;
create index processing_jobs_running on record.processing_jobs ((doc ->> 'serviceId'))
  where doc ->> 'status' = 'RUNNING';
