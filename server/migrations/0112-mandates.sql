-- Mandates of SEPA direct debits (docs/decisions/0095): with which a customer allows its reseller to collect what it owes.
create table mandates (
  tenant_id int not null,
  id uuid not null,
  owner_id uuid not null,                      -- the creditor: the reseller
  customer_id uuid not null,
  mandate_reference text not null,
  account_holder text not null,
  iban text not null,
  bic text not null,
  signed_on date not null,
  scheme text not null,
  last_used_on date,                           -- the latest day on which something was collected with it
  revoked_on date,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint mandates_scheme check (scheme in ('core', 'b2b')),
  constraint mandates_owner foreign key (tenant_id, owner_id) references organisations (tenant_id, id),
  constraint mandates_customer foreign key (tenant_id, customer_id) references organisations (tenant_id, id));
select place('mandates', 'tenant');
select guard('mandates');
-- The rulebook does not distinguish references by capital and small letters.
create unique index mandates_reference on mandates (tenant_id, owner_id, lower(mandate_reference));
-- A customer has one mandate at a time, so that what it owes is collected in one way.
create unique index mandates_one on mandates (tenant_id, owner_id, customer_id) where revoked_on is null;
create index mandates_of_customer on mandates (tenant_id, customer_id);
grant select, insert, update on mandates to portal_app;
