-- Invoices: who is billed how, what was billed in which document, and what was paid (docs/decisions/0036).

-- What stands on an organisation's own documents; what is blank is taken from the organisation.
create table invoice_settings (
  tenant_id int not null,
  organisation_id uuid not null,
  legal_name text not null default '',
  address text not null default '', postal text not null default '', city text not null default '',
  country text not null default '',
  ustidnr text not null default '', stnr text not null default '',
  hrb text not null default '', director text not null default '',
  contact_name text not null default '', contact_phone text not null default '', contact_email text not null default '',
  bank_name text not null default '', iban text not null default '', bic text not null default '',
  payment_days int not null default 14 check (payment_days between 0 and 365),
  invoice_prefix text not null default 'RE',
  correction_prefix text not null default 'KO',
  self_billed_prefix text not null default 'GS',
  footer text not null default '',
  primary key (tenant_id, organisation_id),
  constraint invoice_settings_organisation foreign key (tenant_id, organisation_id)
    references organisations (tenant_id, id),
  constraint invoice_settings_prefixes check (invoice_prefix <> correction_prefix
    and invoice_prefix <> self_billed_prefix and correction_prefix <> self_billed_prefix));
select place('invoice_settings', 'tenant');
select guard('invoice_settings');
grant select, insert, update on invoice_settings to portal_app;

-- How one customer is billed by its parent; without a row by what stands here.
create table invoice_terms (
  tenant_id int not null,
  customer_id uuid not null,
  billing text not null default 'net' check (billing in ('net', 'gross', 'commission', 'combined')),
  commission_rate int not null default 1900 check (commission_rate between 0 and 10000),  -- hundredths of a percent
  self_billing_agreed_on date,                 -- without it nobody writes this customer's commission documents
  pays_later boolean not null default false,   -- false: its balance paid for the sale already
  buyer_reference text not null default '',
  primary key (tenant_id, customer_id),
  constraint invoice_terms_customer foreign key (tenant_id, customer_id) references organisations (tenant_id, id));
select place('invoice_terms', 'tenant');
select guard('invoice_terms');
grant select, insert, update on invoice_terms to portal_app;

create table invoice_runs (
  tenant_id int not null,
  id uuid not null,
  issuer_id uuid not null,
  user_id uuid not null,
  asked_by jsonb not null,                     -- who asked and from where, as the audit log names it
  what text not null check (what in ('sales', 'refunds')),
  date_from date not null,
  date_to date not null,
  customers uuid[] not null,
  results jsonb not null default '[]',         -- one a customer, in their order
  total int not null,
  done int not null default 0,
  claimed_until timestamptz not null,          -- somebody is at it; another goes on from here afterwards
  created_at timestamptz not null,
  primary key (tenant_id, id));
select place('invoice_runs', 'tenant');
select guard('invoice_runs');
create index invoice_runs_open on invoice_runs (tenant_id, id) where done < total;
grant select, insert, update, delete on invoice_runs to portal_app;

-- A document of the kinds invoice, correction and self_billed, for lists. `lines_total` is exact: what its lines come to
-- at this hop, in ten-thousandths; what stands on paper is in whole cents.
create table invoices (
  tenant_id int not null,
  id uuid not null,                            -- the document's
  issuer_id uuid not null,                     -- who makes it; of a self-billed document this is the buyer
  customer_id uuid not null,                   -- whose sales and refunds it is about
  kind text not null check (kind in ('net', 'gross', 'credit_note', 'reclamation', 'gross_reclamation', 'combined')),
  category text not null check (category in ('S', 'Z', 'AE', 'E', 'O')),
  document_no text not null,
  corrects_id uuid,
  cancels boolean not null default false,      -- takes all of it back: its lines are open again
  cancelled_by uuid,
  run_id uuid not null,
  date_from date not null,
  date_to date not null,
  issued_on date not null,
  due_on date,
  lines int not null check (lines > 0),
  lines_total bigint not null,
  net bigint not null,
  tax bigint not null,
  total bigint not null,
  due bigint not null,                         -- of it still to be paid when it was made
  paid bigint not null default 0,              -- of what was due: the sum of its payments
  search text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint invoices_number unique (tenant_id, issuer_id, document_no),
  constraint invoices_total check (total = net + tax),
  constraint invoices_correction check ((corrects_id is not null) = (kind in ('reclamation', 'gross_reclamation'))),
  constraint invoices_document foreign key (tenant_id, id) references documents (tenant_id, id));
select place('invoices', 'tenant');
select guard('invoices');
create index invoices_of_issuer on invoices (tenant_id, issuer_id, id);
create index invoices_of_customer on invoices (tenant_id, customer_id, id);
create index invoices_of_run on invoices (tenant_id, run_id);
create index invoices_corrections on invoices (tenant_id, corrects_id) where corrects_id is not null;
create index invoices_due on invoices (tenant_id, due_on) where paid <> due;

-- Which document a sale or a refund stands in, as far as one customer's hop is concerned: once, whoever asks. It is
-- written before its document, and cannot be committed without it.
create table invoiced_lines (
  tenant_id int not null,
  customer_id uuid not null,
  line_id uuid not null,                       -- the sale, or the refund
  sale_id uuid not null,
  invoice_id uuid not null,
  primary key (tenant_id, customer_id, line_id),
  constraint invoiced_lines_invoice foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
    deferrable initially deferred);
select place('invoiced_lines', 'tenant');
select guard('invoiced_lines');
create index invoiced_lines_of_invoice on invoiced_lines (tenant_id, invoice_id);

create table invoice_payments (
  tenant_id int not null,
  id uuid not null,
  invoice_id uuid not null,
  amount bigint not null check (amount <> 0),  -- the other sign than `due`: one that was noted wrongly, taken back
  paid_on date not null,
  remarks text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint invoice_payments_invoice foreign key (tenant_id, invoice_id) references invoices (tenant_id, id));
select place('invoice_payments', 'tenant');
select guard('invoice_payments');
create index invoice_payments_of_invoice on invoice_payments (tenant_id, invoice_id, id);

-- Made by functions only: nobody edits a document, a line's claim or a payment.
grant select on invoices, invoiced_lines, invoice_payments to portal_app;
