-- Features of a collection. The box answers questions of place in SQL as a superset; the exact answer is given by the geometry.
CREATE TABLE cube_item (
  collection_id text COLLATE "C" NOT NULL REFERENCES cube_collection (id) ON DELETE CASCADE,
  id            text COLLATE "C" NOT NULL,
  geometry      text,
  west          double precision,
  south         double precision,
  east          double precision,
  north         double precision,
  importance    double precision NOT NULL DEFAULT 0,
  properties    jsonb            NOT NULL,
  time_from     timestamptz,
  time_to       timestamptz,
  version       bigint           NOT NULL DEFAULT 1,
  seq           bigint           GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (collection_id, id)
);
COMMENT ON COLUMN cube_item.geometry IS 'GeoJSON in WGS 84, as sent but right-handed';
COMMENT ON COLUMN cube_item.importance IS 'area of polygons, length of lines, in degrees; the least important are left out of crowded tiles';
CREATE UNIQUE INDEX cube_item_seq ON cube_item (collection_id, seq);
CREATE INDEX cube_item_box ON cube_item USING gist (box(point(west, south), point(east, north)));
CREATE INDEX cube_item_time ON cube_item (collection_id, time_from);

-- The value of a property as one type, NULL when it has another: what CQL2 calls unknown.
CREATE FUNCTION cql_number(value jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE WHEN jsonb_typeof(value) = 'number' THEN value::numeric END $$;
CREATE FUNCTION cql_text(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE WHEN jsonb_typeof(value) = 'string' THEN value #>> '{}' END $$;
CREATE FUNCTION cql_truth(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE WHEN jsonb_typeof(value) = 'boolean' THEN value::boolean END $$;
