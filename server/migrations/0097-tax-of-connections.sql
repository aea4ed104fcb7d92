-- How that is taxed which is new of a supplier (docs/decisions/0080). What was connected before goes on as it was.
alter table connections
  add column vat_treatment text not null default 'multi_purpose_voucher',
  add column vat_rate int not null default 0,          -- hundredths of a percent
  add column vat_country text not null default '';     -- where it is taxed; blank: in each product's own country
