-- The people at suppliers. A contact belongs to the owner of its supplier.
create table supplier_contacts (
  tenant_id int not null,
  id uuid not null,
  supplier_id uuid not null,
  name text not null,
  task text not null,
  email text not null,
  telephone text not null,
  remarks text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint supplier_contacts_task check (task in ('orders', 'claims', 'accounts', 'technical', 'other')),
  constraint supplier_contacts_supplier foreign key (tenant_id, supplier_id) references suppliers (tenant_id, id));
select place('supplier_contacts', 'tenant');
select guard('supplier_contacts');
create index supplier_contacts_of_supplier on supplier_contacts (tenant_id, supplier_id, created_at);
grant select, insert, update, delete on supplier_contacts to portal_app;
