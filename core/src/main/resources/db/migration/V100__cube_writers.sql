-- Who writes to which cube at the moment, and which slices each has taken. A writer lives as long as the session that
-- holds the advisory lock of its holder, so nothing is left behind by a process that dies; not logged, as no writer
-- outlives the server either.
CREATE UNLOGGED TABLE cube_writer (
  id            uuid        PRIMARY KEY,
  collection_id text COLLATE "C" NOT NULL REFERENCES cube_collection (id) ON DELETE CASCADE,
  holder        bigint      NOT NULL,
  started_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON COLUMN cube_writer.holder IS 'number of the process that writes: key of the advisory lock that its session holds';
CREATE INDEX cube_writer_collection ON cube_writer (collection_id);

CREATE UNLOGGED TABLE cube_slice_claim (
  collection_id text COLLATE "C" NOT NULL,
  layer         text        NOT NULL,
  instant       timestamptz NOT NULL,
  writer        uuid        NOT NULL REFERENCES cube_writer (id) ON DELETE CASCADE,
  PRIMARY KEY (collection_id, layer, instant)
);
CREATE INDEX cube_slice_claim_writer ON cube_slice_claim (writer);

-- Whether the process of that number is still connected.
CREATE FUNCTION cube_holder_lives(holder bigint) RETURNS boolean LANGUAGE sql VOLATILE
  AS $$ SELECT NOT pg_try_advisory_xact_lock_shared(holder) $$;
