-- A service whose record was deleted, or set to another state by a write of the record, could still sign in. It is disabled; such writes are refused now.
delete from service.token t
 where not exists (
   select from record.processing_services p where p.id = t.service_id and p.doc ->> 'status' = 'ACTIVE');

update service.service s
   set enabled = false, disabled_by = s.created_by, disabled_at = now(),
       disabled_reason = 'its record was deleted or is not active'
 where s.enabled
   and not exists (
     select from record.processing_services p where p.id = s.id and p.doc ->> 'status' = 'ACTIVE');
