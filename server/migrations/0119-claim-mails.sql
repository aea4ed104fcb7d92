-- Mails about comments on claims (docs/decisions/0099): which claim a mail is about, and whom it went to.
create table claim_mails (
  tenant_id int not null,
  id uuid not null,                            -- the id of the message
  reclamation_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint claim_mails_claim foreign key (tenant_id, reclamation_id) references reclamations (tenant_id, id),
  constraint claim_mails_user foreign key (tenant_id, user_id) references users (tenant_id, id));
select place('claim_mails', 'tenant');
select guard('claim_mails');
create index claim_mails_of on claim_mails (tenant_id, reclamation_id, created_at);
grant select, insert on claim_mails to portal_app;
