-- Tilesets that somebody has described: which picture or features of a collection, over which tile matrix set.
CREATE TABLE cube_tileset (
  collection_id text COLLATE "C" NOT NULL REFERENCES cube_collection (id) ON DELETE CASCADE,
  id            text COLLATE "C" NOT NULL,
  doc           jsonb       NOT NULL,
  version       bigint      NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (collection_id, id)
);
