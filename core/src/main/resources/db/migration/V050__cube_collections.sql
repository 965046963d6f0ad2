-- Collections of the spatio-temporal API. Cells live in the object store; here is what is found by questions.
CREATE TABLE cube_collection (
  id              text COLLATE "C" PRIMARY KEY,
  farm_id         uuid,
  organization_id uuid,
  doc             jsonb       NOT NULL,
  style           jsonb,
  cube_path       text,
  bbox            double precision[],
  time_from       timestamptz,
  time_to         timestamptz,
  data_version    bigint      NOT NULL DEFAULT 0,
  version         bigint      NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (num_nonnulls(farm_id, organization_id) <= 1),
  CHECK (bbox IS NULL OR cardinality(bbox) = 4)
);
COMMENT ON COLUMN cube_collection.bbox IS 'west, south, east, north in degrees; derived from the data';
COMMENT ON COLUMN cube_collection.data_version IS 'snapshot of the cube or revision of the features; part of every tile''s validator';
CREATE INDEX cube_collection_farm ON cube_collection (farm_id);
