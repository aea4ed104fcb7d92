-- The audit log finds and proves: a folded text to search by, the mark of the server that wrote a row, and the ways a long log is read.

alter table audit
  add column search text not null default '',       -- folded: subject, person, call
  add column mark bytea not null default '';        -- keyed, over the whole row, made as it is written: nobody else can add one

create index audit_of_subject on audit (tenant_id, subject_id, id);
create index audit_of_user on audit (tenant_id, user_id, id);
create index audit_of_action on audit (tenant_id, action, id);
create index audit_of_organisation on audit (tenant_id, organisation_id, id);
create index audit_of_subject_organisation on audit (tenant_id, subject_organisation_id, id);
