-- An interval without any end is refused from now on. Tilesets and series without a time show the same; tiles of all slices
-- need an interval.
UPDATE cube_tileset SET doc = doc - 'datetime' WHERE doc ->> 'datetime' IN ('../..', '/', '../', '/..');

UPDATE bulk_job
SET spec = spec - 'datetime'
WHERE state IN ('QUEUED', 'RUNNING') AND spec ->> 'datetime' IN ('../..', '/', '../', '/..');

UPDATE bulk_job
SET spec = jsonb_set(spec, '{datetimes}', (
  SELECT jsonb_agg(CASE WHEN each IN ('../..', '/', '../', '/..') THEN '0001-01-01/..' ELSE each END ORDER BY place)
  FROM jsonb_array_elements_text(spec -> 'datetimes') WITH ORDINALITY AS listed (each, place)))
WHERE state IN ('QUEUED', 'RUNNING') AND jsonb_typeof(spec -> 'datetimes') = 'array' AND spec -> 'datetimes' <> '[]';
