-- Reminders of documents that are overdue: up to three, a week apart.

create table invoice_reminders (
  tenant_id int not null,
  invoice_id uuid not null,
  level smallint not null check (level between 1 and 3),
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, invoice_id, level),
  constraint invoice_reminders_invoice foreign key (tenant_id, invoice_id) references invoices (tenant_id, id));
select place('invoice_reminders', 'tenant');
select guard('invoice_reminders');
grant select, insert on invoice_reminders to portal_app;
