-- How a supplier's files were read before (docs/decisions/0063): a proposal for the next one with the same headings.
create table file_layouts (
  tenant_id int not null,
  owner_id uuid not null,
  fingerprint text not null,                   -- of headings or shapes of columns, never of contents
  supplier_id uuid not null,
  sequences jsonb not null,
  goods jsonb not null,                        -- what the file calls them, and their denominations
  kept_by text not null,
  used_at timestamptz not null,
  primary key (tenant_id, owner_id, fingerprint),
  constraint file_layouts_supplier foreign key (tenant_id, supplier_id) references suppliers (tenant_id, id));
select place('file_layouts', 'tenant');
select guard('file_layouts');
grant select, insert, update, delete on file_layouts to portal_app;
