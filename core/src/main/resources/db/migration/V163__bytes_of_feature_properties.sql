-- How many bytes the text of the properties has, so that a page can be measured without converting features that are not
-- in it.
ALTER TABLE cube_item
  ADD COLUMN properties_bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(properties::text)) STORED;
