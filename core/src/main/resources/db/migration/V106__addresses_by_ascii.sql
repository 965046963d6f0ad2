-- Addresses are compared without the case of ASCII letters only. Letters of other alphabets that some collations
-- fold to ASCII (U+0130, U+212A) belong to other mailboxes.
drop index record.users_by_email_lower;
create index users_by_email_lower on record.users (lower((doc ->> 'email') collate "C"))
  where (doc ->> 'email') is not null;
