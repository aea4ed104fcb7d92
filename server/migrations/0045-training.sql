-- Practice (docs/decisions/0051). A session is born for it and stays so: what it sells is played, under numbers of its
-- own, and touches neither money nor stock.
alter table sessions add column is_training boolean not null default false;

-- What was played under a key: the answer as it was given. Without a number the key was given up.
create table training_sales (
  tenant_id int not null,
  key uuid not null,
  seller_id uuid not null,
  number int,
  user_id uuid not null,
  session_id uuid not null,
  content bytea not null,                      -- digest of what was asked
  answer jsonb,
  copies int not null default 0,
  created_at timestamptz not null,
  primary key (tenant_id, key),
  unique (tenant_id, seller_id, number),
  constraint training_sales_number check (number > 0),
  constraint training_sales_seller foreign key (tenant_id, seller_id) references organisations (tenant_id, id));
select place('training_sales', 'tenant');
select guard('training_sales');
create index training_sales_by_time on training_sales (tenant_id, created_at);
grant select, insert, update, delete on training_sales to portal_app;
