-- Everybody may see the pictures of a public collection, and everybody who is signed in reads it.
alter table cube_collection add column public boolean not null default false;
