-- A month's end as one file, a document's logo, and documents by mail (docs/decisions/0037).

-- A file that another server goes on with when its own stops: who asked, and until when somebody is at it.
alter table exports add column asked_by jsonb, add column claimed_until timestamptz;
create index exports_claimed on exports (tenant_id, claimed_until) where claimed_until is not null;

-- What customers and goods were called when a month's end was made first: made again, it says the same.
create table month_packs (
  tenant_id int not null,
  organisation_id uuid not null,
  month date not null check (extract(day from month) = 1),
  names jsonb not null,                        -- by id
  created_at timestamptz not null,
  primary key (tenant_id, organisation_id, month),
  constraint month_packs_organisation
    foreign key (tenant_id, organisation_id) references organisations (tenant_id, id));
select place('month_packs', 'tenant');
select guard('month_packs');
grant select, insert on month_packs to portal_app;

-- The picture on documents. A document names the one it was made with. Not valid: no row has one yet, and rows of all
-- tenants cannot be looked at.
alter table invoice_settings add column logo_hash text;
alter table invoice_settings add constraint invoice_settings_logo foreign key (tenant_id, logo_hash)
  references product_images (tenant_id, hash) not valid;

-- Whether this customer is sent each document by mail when it is made.
alter table invoice_terms add column by_mail boolean not null default false;

-- A document whose files go with a mail; they are drawn when it is sent, and are the same each time.
alter table messages add column document_id uuid;
create index messages_of_document on messages (tenant_id, document_id) where document_id is not null;
