-- Attachments that have arrived in part. Any process continues them; the last byte makes a File
-- record of them and removes them, and so does the time of expiry.
create table record.upload (
  id         uuid primary key,
  data_id    uuid not null,
  issuer     text not null,
  subject    text not null,
  name       text not null,
  type       text not null,
  size       bigint not null,
  received   bigint not null default 0,
  expires_at timestamptz not null
);

create index upload_expires_at on record.upload (expires_at);
create index upload_subject on record.upload (subject, issuer);

-- Bytes of an upload: piece n begins at byte n * 32768.
create table record.upload_piece (
  upload_id uuid not null references record.upload (id) on delete cascade,
  number    integer not null,
  bytes     bytea not null,
  primary key (upload_id, number)
);
