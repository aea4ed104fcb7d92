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
