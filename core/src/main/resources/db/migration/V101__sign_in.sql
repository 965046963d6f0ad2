-- When somebody last signed in. It stands beside the record, so that it makes no version, no account and no change.
create table record.sign_in (
  user_id uuid primary key references record.users (id) on delete cascade,
  at      timestamptz not null
);
insert into record.sign_in (user_id, at)
  select id, (doc ->> 'lastSignInAt')::timestamptz from record.users
   where pg_input_is_valid(coalesce(doc ->> 'lastSignInAt', ''), 'timestamptz');
