-- Collections of SEPA direct debits (docs/decisions/0095): files for the bank, and the invoices that each collects.
create table collections (
  tenant_id int not null,
  id uuid not null,                            -- made by the client, so that a repeated request makes no second collection
  owner_id uuid not null,                      -- the creditor: the reseller
  content bytea not null,                      -- the digest of what was asked for under this id
  scheme text not null,
  collect_on date not null,
  lines int not null,
  total bigint not null,
  file text not null,                          -- the file for the bank; it never changes
  state text not null default 'under_way',
  reason text not null default '',             -- why it was given up
  created_by text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint collections_scheme check (scheme in ('core', 'b2b')),
  constraint collections_state check (state in ('under_way', 'cancelled')),
  constraint collections_owner foreign key (tenant_id, owner_id) references organisations (tenant_id, id));
select place('collections', 'tenant');
select guard('collections');
create index collections_newest on collections (tenant_id, owner_id, created_at desc);
grant select, insert, update on collections to portal_app;

create table collection_lines (
  tenant_id int not null,
  id uuid not null,                            -- without hyphens it is the end-to-end id, by which a bank names a return
  collection_id uuid not null,
  invoice_id uuid not null,
  mandate_id uuid not null,
  amount bigint not null,
  sequence text not null,
  state text not null default 'under_way',
  primary key (tenant_id, id),
  constraint collection_lines_amount check (amount > 0 and amount % 100 = 0),
  constraint collection_lines_sequence check (sequence in ('first', 'recurring')),
  constraint collection_lines_state check (state in ('under_way', 'cancelled')),
  constraint collection_lines_collection foreign key (tenant_id, collection_id) references collections (tenant_id, id),
  constraint collection_lines_invoice foreign key (tenant_id, invoice_id) references invoices (tenant_id, id),
  constraint collection_lines_mandate foreign key (tenant_id, mandate_id) references mandates (tenant_id, id));
select place('collection_lines', 'tenant');
select guard('collection_lines');
-- An invoice is in one collection under way at most, whoever asks at the same moment.
create unique index collection_lines_once on collection_lines (tenant_id, invoice_id) where state = 'under_way';
create index collection_lines_of_collection on collection_lines (tenant_id, collection_id);
create index collection_lines_of_mandate on collection_lines (tenant_id, mandate_id);
grant select, insert, update on collection_lines to portal_app;
