-- What documents ask of both sides: where the issuer is registered for VAT abroad, and until when a customer is certified
-- to resell telephone credit.

alter table invoice_settings
  add column foreign_vat_ids text not null default '',      -- its ids in other countries, separated by blanks
  add column uses_oss boolean not null default false;       -- the union's one stop shop for rates of other countries

alter table invoice_terms add column resale_certificate_until date;  -- null: there is none (USt 1 TQ)
