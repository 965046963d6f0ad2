-- Which files have their bytes with the platform. Noted before the bytes are stored; a note without
-- a File record names bytes to remove.
create table record.blob (
  file_id  uuid primary key,
  width    integer,
  height   integer,
  noted_at timestamptz not null default now()
);
