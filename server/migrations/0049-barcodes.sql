-- Other words for a product, barcodes that a reseller taught, and those its shops scanned in vain (docs/decisions/0055).

alter table products add column aliases text not null default '';

-- A further barcode of a denomination: an old packing, a supplier's own. Its own is configurations.ean.
create table taught_barcodes (
  tenant_id int not null,
  ean text not null,
  configuration_id uuid not null,
  taught_by text not null,
  created_at timestamptz not null,
  primary key (tenant_id, ean),
  constraint taught_barcodes_configuration foreign key (tenant_id, configuration_id)
    references configurations (tenant_id, id));
select place('taught_barcodes', 'tenant');
select guard('taught_barcodes');
create index taught_barcodes_of_configuration on taught_barcodes (tenant_id, configuration_id);

-- What a shop scanned and no card on offer has. A shop has a few of them (server/modules/barcodes/barcodes.sql.ts).
create table unknown_scans (
  tenant_id int not null,
  organisation_id uuid not null,
  ean text not null,
  times int not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, organisation_id, ean),
  constraint unknown_scans_shop foreign key (tenant_id, organisation_id) references organisations (tenant_id, id));
select place('unknown_scans', 'tenant');
select guard('unknown_scans');
create index unknown_scans_of_barcode on unknown_scans (tenant_id, ean);

grant select, insert, delete on taught_barcodes to portal_app;
grant select, insert, update, delete on unknown_scans to portal_app;
