-- Notes that an organisation makes about a customer, never changed; and what the loss guard has told, so that each is told once.
create table customer_notes (
  tenant_id int not null,
  id uuid not null,
  organisation_id uuid not null,               -- who made it; nobody else reads it
  customer_id uuid not null,
  user_id uuid not null,
  author text not null,
  note text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint customer_notes_customer foreign key (tenant_id, customer_id) references organisations (tenant_id, id));
select place('customer_notes', 'tenant');
select guard('customer_notes');
create index customer_notes_of on customer_notes (tenant_id, customer_id, organisation_id, id);

create table loss_alerts (
  tenant_id int not null,
  organisation_id uuid not null,               -- who is told
  kind text not null,
  subject text not null,                       -- the goods, the batch or the customer
  told_on date not null,
  primary key (tenant_id, organisation_id, kind, subject));
select place('loss_alerts', 'tenant');
select guard('loss_alerts');

grant select, insert on customer_notes to portal_app;
grant select, insert, update on loss_alerts to portal_app;
