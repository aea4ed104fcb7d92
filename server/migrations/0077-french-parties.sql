-- What French documents say beside the others: who the parties are by their SIREN, what kind of operation it is, and
-- whether VAT falls due when it is billed.

alter table invoice_settings
  add column siren text not null default '',                -- blank: taken from a French VAT id
  add column operation_kind text not null default 'services' check (operation_kind in ('goods', 'services', 'mixed')),
  add column vat_on_debits boolean not null default false;

alter table invoice_terms add column siren text not null default '';  -- of a customer without a French VAT id
