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

-- Mails that answered them, each by the digest of its Message-ID, so that none is taken twice.
create table claim_replies (
  tenant_id int not null,
  digest bytea not null,
  mail_id uuid not null,                       -- the mail that was answered
  outcome text not null,
  taken_at timestamptz not null,
  primary key (tenant_id, digest),
  constraint claim_replies_outcome check (outcome in ('taken', 'refused', 'ignored')),
  constraint claim_replies_mail foreign key (tenant_id, mail_id) references claim_mails (tenant_id, id));
select place('claim_replies', 'tenant');
select guard('claim_replies');
create index claim_replies_of on claim_replies (tenant_id, mail_id);
grant select, insert, update on claim_replies to portal_app;
