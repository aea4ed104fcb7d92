-- What direct debits need of the creditor, beside its bank details (docs/decisions/0095).
alter table invoice_settings
  add column creditor_id text not null default '',     -- the SEPA creditor identifier; blank: nothing is collected
  add column prenotification_days int not null default 14,
  add constraint invoice_settings_prenotification check (prenotification_days between 1 and 60);
