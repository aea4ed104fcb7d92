-- What no document says yet, by month (docs/decisions/0036): of sales, and of what was given back after they were
-- billed. A tally adds what was sold and given back; claiming a line takes it out in the same transaction.
create table billing_months (
  tenant_id int not null,
  issuer_id uuid not null,
  month date not null,                         -- its first day: of the sale, and for back_ of the refund
  customer_id uuid not null,
  lines bigint not null default 0,             -- sales that are to be billed
  amount bigint not null default 0,            -- … less what was given back of them
  back_lines bigint not null default 0,        -- refunds of sales that were billed, to be corrected
  back_amount bigint not null default 0,
  primary key (tenant_id, issuer_id, month, customer_id)) with (fillfactor = 85);
select place('billing_months', 'tenant');
select guard('billing_months');
grant select, insert, update on billing_months to portal_app;

-- What was sold and given back of the goods of each supplier, from the beginning until the end of a Berlin day
-- (docs/decisions/0035): the stock of any past day is one row for each of them. On a day on which anything was sold,
-- everything that ever was has a row. A pool's cards have no cost or value.
create table stock_to_date (
  tenant_id int not null,
  day date not null,
  configuration_id uuid not null,              -- whose stock: a denomination's or a pool's
  supplier_id uuid not null,
  sold bigint not null,
  sold_cost bigint not null,
  sold_value bigint not null,
  reclaimed bigint not null,
  reclaimed_cost bigint not null,
  reclaimed_value bigint not null,
  primary key (tenant_id, day, configuration_id, supplier_id)) with (fillfactor = 85);
select place('stock_to_date', 'tenant');
select guard('stock_to_date');
grant select, insert, update on stock_to_date to portal_app;

-- The same of each batch, month by month: of months that are over (docs/decisions/0035).
create table stock_months (
  tenant_id int not null,
  month date not null,                         -- its first day
  batch_no int not null,
  configuration_id uuid not null,
  sold bigint not null,
  reclaimed bigint not null,
  primary key (tenant_id, month, batch_no)) with (fillfactor = 85);
select place('stock_months', 'tenant');
select guard('stock_months');
grant select, insert, update on stock_months to portal_app;
create index stock_days_by_day on stock_days (tenant_id, day);

-- From when to when a till sold or was given back: which of them may have something that no Z has counted
-- (docs/decisions/0034).
create table till_times (
  tenant_id int not null,
  seller_id uuid not null,
  till_id uuid not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, seller_id, till_id));
select place('till_times', 'tenant');
select guard('till_times');
grant select, insert, update on till_times to portal_app;

-- Every sale that is written ended well, which the proof checks: an index of the others costs each sale a look.
drop index sales_unsuccessful;
