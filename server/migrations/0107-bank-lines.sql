-- Incoming transfers of bank statements (docs/decisions/0091). A transfer is taken once, whatever file it comes in; what it was booked for stands in its row.
create table bank_lines (
  tenant_id int not null,
  id uuid not null,
  organisation_id uuid not null,
  content bytea not null,                      -- the digest of what the bank says of the transfer, and its number among equal ones
  account text not null,                       -- the own account
  booked_on date not null,
  amount bigint not null,
  name text not null,
  iban text not null,
  reference text not null,
  file_name text not null,
  taken_by text not null,
  taken_at timestamptz not null,
  state text not null default 'open',
  customer_id uuid,
  invoice_id uuid,
  booking_key uuid,                            -- the key of the top-up: what became of it is read from the books
  decided_by text not null default '',
  decided_at timestamptz,
  reason text not null default '',
  primary key (tenant_id, id),
  constraint bank_lines_once unique (tenant_id, organisation_id, content, account),
  constraint bank_lines_organisation foreign key (tenant_id, organisation_id) references organisations (tenant_id, id),
  constraint bank_lines_customer foreign key (tenant_id, customer_id) references organisations (tenant_id, id),
  constraint bank_lines_invoice foreign key (tenant_id, invoice_id) references invoices (tenant_id, id),
  constraint bank_lines_amount check (amount > 0 and amount % 100 = 0),
  -- booking: begun as a top-up, which is booked, waits for a second person or was refused.
  constraint bank_lines_state check (state in ('open', 'booking', 'booked', 'aside')),
  constraint bank_lines_target check ((state in ('booking', 'booked')) = (customer_id is not null)),
  constraint bank_lines_key check (booking_key is null or invoice_id is null));
select place('bank_lines', 'tenant');
select guard('bank_lines');
create index bank_lines_newest on bank_lines (tenant_id, organisation_id, booked_on desc, id desc);
create index bank_lines_open on bank_lines (tenant_id, organisation_id) where state in ('open', 'booking');
create index bank_lines_payer on bank_lines (tenant_id, organisation_id, iban) where customer_id is not null;
grant select, insert, update on bank_lines to portal_app;
