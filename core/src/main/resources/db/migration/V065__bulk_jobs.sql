-- Bulk jobs over a collection, and the pieces of work into which each is cut. A piece is claimed by locking its row, so
-- whoever dies lets go of it; its output lies in the object store under jobs/{id}.
CREATE TABLE bulk_job (
  id          uuid        PRIMARY KEY,
  collection  text        COLLATE "C" NOT NULL REFERENCES cube_collection (id) ON DELETE CASCADE,
  spec        jsonb       NOT NULL,
  snapshot    bigint      NOT NULL,
  state       text        NOT NULL DEFAULT 'QUEUED'
              CHECK (state IN ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  recorded    text        NOT NULL DEFAULT 'QUEUED',
  total       bigint      NOT NULL,
  done        bigint      NOT NULL DEFAULT 0,
  empty       bigint      NOT NULL DEFAULT 0,
  bytes       bigint      NOT NULL DEFAULT 0,
  errors      jsonb       NOT NULL DEFAULT '[]',
  outputs     jsonb       NOT NULL DEFAULT '[]',
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at  timestamptz,
  ended_at    timestamptz
);
COMMENT ON COLUMN bulk_job.id IS 'also of its ProcessingJob record';
COMMENT ON COLUMN bulk_job.snapshot IS 'version of the cube that all pieces read';
COMMENT ON COLUMN bulk_job.recorded IS 'state that the ProcessingJob record was last told';
COMMENT ON COLUMN bulk_job.total IS 'tiles to render, or slices to aggregate';
CREATE INDEX bulk_job_collection ON bulk_job (collection, created_at);
CREATE INDEX bulk_job_open ON bulk_job (created_at) WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX bulk_job_unrecorded ON bulk_job (id) WHERE recorded <> state;

CREATE TABLE bulk_job_part (
  job       uuid    NOT NULL REFERENCES bulk_job (id) ON DELETE CASCADE,
  number    integer NOT NULL,
  kind      text    NOT NULL CHECK (kind IN ('WORK', 'ASSEMBLY')),
  sheet     integer NOT NULL,
  first     bigint  NOT NULL,
  last      bigint  NOT NULL,
  open      boolean NOT NULL DEFAULT true,
  attempts  integer NOT NULL DEFAULT 0,
  PRIMARY KEY (job, number)
);
COMMENT ON COLUMN bulk_job_part.sheet IS 'which of the job''s outputs it belongs to';
COMMENT ON COLUMN bulk_job_part.last IS 'not included';
CREATE INDEX bulk_job_part_open ON bulk_job_part (job, sheet) WHERE open;
