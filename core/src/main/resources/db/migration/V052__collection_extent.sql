-- Where and when cube and features lie, each for itself, so that the extent of both can be derived from them at any time.
ALTER TABLE cube_collection
  ADD COLUMN cube_bbox double precision[] CHECK (cardinality(cube_bbox) = 4),
  ADD COLUMN cube_from timestamptz,
  ADD COLUMN cube_to   timestamptz,
  ADD COLUMN item_count bigint NOT NULL DEFAULT 0,
  ADD COLUMN item_bbox double precision[] CHECK (cardinality(item_bbox) = 4),
  ADD COLUMN item_from timestamptz,
  ADD COLUMN item_to   timestamptz,
  ADD COLUMN stac      jsonb;
COMMENT ON COLUMN cube_collection.stac IS 'members of the STAC collection that were given by hand; they lie over what is derived';
UPDATE cube_collection SET cube_bbox = bbox, cube_from = time_from, cube_to = time_to WHERE cube_path IS NOT NULL;
UPDATE cube_collection AS c SET
  item_count = i.count,
  item_bbox = CASE WHEN i.west IS NOT NULL THEN ARRAY[i.west, i.south, i.east, i.north] END,
  item_from = i.first,
  item_to = i.last
FROM (SELECT collection_id, count(*) AS count, min(west) AS west, min(south) AS south, max(east) AS east, max(north) AS north,
        min(coalesce(time_from, time_to)) AS first, max(coalesce(time_to, time_from)) AS last
      FROM cube_item GROUP BY collection_id) AS i
WHERE c.id = i.collection_id;
