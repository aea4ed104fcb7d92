-- Accounts that bookings of payments, settlements, commission and other rates need, and a debtor's account a customer.

-- A blank one is not there: what would need it is refused. `receivables` is no longer written to: each customer has an
-- account of its own, which an adviser's books collect by themselves.
alter table datev_settings
  alter column receivables set default '1400',
  add column revenue_other text not null default '',   -- rates beside the full and the reduced one, such as abroad
  add column bank text not null default '1200',
  add column balances text not null default '1710',    -- what customers paid ahead
  add column key_full text not null default '9',       -- tax keys of commission
  add column key_reduced text not null default '8',
  add column debtors_from int not null default 0;      -- the first customer's account; 0: the first that there can be

alter table invoice_terms add column debtor_no text not null default '';  -- blank: by the order of customers
