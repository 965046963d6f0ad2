-- Uploads of layer data, so that others than the sender can see how far they are.
CREATE TABLE cube_upload (
  id          uuid        PRIMARY KEY,
  collection  text COLLATE "C" NOT NULL REFERENCES cube_collection (id) ON DELETE CASCADE,
  layer       text        NOT NULL,
  state       text        NOT NULL CHECK (state IN ('running', 'successful', 'failed')),
  bytes_total bigint,
  bytes_done  bigint      NOT NULL DEFAULT 0,
  slices_done integer     NOT NULL DEFAULT 0,
  snapshot    bigint,
  detail      text,
  started_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON COLUMN cube_upload.bytes_total IS 'length of the body; empty where the sender does not say it';
CREATE INDEX cube_upload_collection ON cube_upload (collection, started_at DESC);
