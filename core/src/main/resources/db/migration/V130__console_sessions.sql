-- Sessions of the console, which every process serves. What is sealed is encrypted by a key that is
-- derived from the cookie, and the cookie is not stored: nobody can use a row without the browser.
create table identity.console_session (
  digest           text primary key,
  subject          text        not null,
  sid              text,
  sealed           bytea       not null,
  version          bigint      not null,
  since            timestamptz not null,
  used_at          timestamptz not null,
  refreshing_until timestamptz
);
create index console_session_used on identity.console_session (used_at);
create index console_session_subject on identity.console_session (subject);
create index console_session_sid on identity.console_session (sid) where sid is not null;

-- Values that are redeemed once, such as sign-ins in progress, sealed by a key from their ticket.
create table identity.console_ticket (
  digest text primary key,
  owner  text        not null,
  sealed bytea       not null,
  until  timestamptz not null
);
create index console_ticket_until on identity.console_ticket (until);
