-- Telephone numbers that a shop has saved under a name. Both are about a person: sealed together, found again by the
-- number's keyed fingerprint, which is the one that orders have.
create table saved_numbers (
  tenant_id int not null,
  id uuid not null,
  organisation_id uuid not null,
  recipient_index bytea not null,
  sealed bytea not null,                       -- number and name
  saved_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, organisation_id, recipient_index),
  constraint saved_numbers_organisation
    foreign key (tenant_id, organisation_id) references organisations (tenant_id, id));
select place('saved_numbers', 'tenant');
select guard('saved_numbers');
grant select, insert, update, delete on saved_numbers to portal_app;

-- What a supplier calls an order, by which offices look for it: at the moment of sale, and as it was delivered.
create index live_orders_theirs on live_orders (tenant_id, supplier_reference) where supplier_reference is not null;
create index holds_theirs on holds (tenant_id, reference) where reference is not null;
