-- Which tiles of features have changed, and with which data version of their collection; rows appear as features are written.
CREATE TABLE cube_item_touch (
  collection_id text COLLATE "C" NOT NULL REFERENCES cube_collection (id) ON DELETE CASCADE,
  z             integer NOT NULL,
  x             integer NOT NULL,
  y             integer NOT NULL,
  version       bigint  NOT NULL,
  below         bigint  NOT NULL DEFAULT 0,
  PRIMARY KEY (collection_id, z, x, y)
);
COMMENT ON COLUMN cube_item_touch.version IS 'last change of a feature that the tile shows, its buffer included';
COMMENT ON COLUMN cube_item_touch.below IS 'last change that counts for all tiles below as well: of features too large to name each';
