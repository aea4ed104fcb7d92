-- Codes that a supplier sells at the moment of sale beside the same ones in stock (docs/decisions/0048).

alter table live_products add column goes_first boolean not null default false; -- asked for before stock is sold
