-- Whose job it is, so that callers get the places for running jobs in turn. The key is made from issuer and subject; jobs
-- from before have the same one.
ALTER TABLE bulk_job ADD COLUMN caller uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';

-- When a job of the caller last began. It is kept when the job is deleted, which otherwise would bring the caller forward.
CREATE TABLE bulk_job_caller (
  caller    uuid        PRIMARY KEY,
  served_at timestamptz NOT NULL
);

-- A job whose part has failed rests before the next attempt.
ALTER TABLE bulk_job ADD COLUMN not_before timestamptz NOT NULL DEFAULT '-infinity';
COMMENT ON COLUMN bulk_job.not_before IS 'no part is taken before this time';
