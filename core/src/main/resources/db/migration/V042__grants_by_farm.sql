-- The organization of a farm stands in its document, so a change of the document may change grants.
drop trigger grants_changed on record.farms;
create trigger grants_changed after insert or delete or update of doc on record.farms
  for each statement execute function identity.tell_grants_changed();
