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

-- A tax adviser's numbers and accounts, by issuer.
create table datev_settings (
  tenant_id int not null,
  organisation_id uuid not null,
  consultant_no int not null,
  client_no int not null,
  account_length int not null check (account_length between 4 and 8),
  receivables text not null, revenue_full text not null, revenue_reduced text not null, revenue_reverse text not null,
  revenue_exempt text not null, revenue_outside text not null, commission text not null,
  primary key (tenant_id, organisation_id),
  constraint datev_settings_organisation foreign key (tenant_id, organisation_id)
    references organisations (tenant_id, id));
select place('datev_settings', 'tenant');
select guard('datev_settings');
grant select, insert, update on datev_settings to portal_app;
