-- What is sold, who it comes from, and at what price to whom.

create table suppliers (
  tenant_id int not null,
  id uuid not null,
  owner_id uuid not null,
  company text not null,
  full_name text not null default '', address text not null default '', city text not null default '', postalcode text not null default '', country text not null default '',
  email text not null default '', mobile text not null default '', telephone text not null default '', ustidnr text not null default '', stnr text not null default '', remarks text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint suppliers_owner foreign key (tenant_id, owner_id) references organisations (tenant_id, id));
select place('suppliers', 'tenant');
select guard('suppliers');

create table products (
  tenant_id int not null,
  id uuid not null,
  owner_id uuid not null,                      -- the organisation that made it and whose stock it is
  name text not null,
  name_search text not null,
  type text not null,
  pin_length smallint not null default 0,      -- 0: any length
  pin_letters boolean not null default false,  -- may hold letters
  customer_care text not null default '',
  instructions text not null default '',
  image text,
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint products_type check (type in ('cash_card', 'gift_card', 'calling_card', 'soft_pin')),
  constraint products_owner foreign key (tenant_id, owner_id) references organisations (tenant_id, id));
select place('products', 'tenant');
select guard('products');

create table configurations (
  tenant_id int not null,
  id uuid not null,
  product_id uuid not null,
  value bigint not null,                       -- ten-thousandths of a euro, as all money
  info text not null default '',
  ean text not null default '',
  vat_treatment text not null default 'multi_purpose_voucher',
  vat_rate int not null default 0,             -- hundredths of a percent
  vat_country text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint configurations_value check (value > 0 and value <= 10000000000000),
  constraint configurations_product foreign key (tenant_id, product_id) references products (tenant_id, id));
select place('configurations', 'tenant');
select guard('configurations');
create index configurations_of_product on configurations (tenant_id, product_id);
create unique index configurations_ean on configurations (tenant_id, ean) where ean <> '';

create table plans (
  tenant_id int not null,
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint plans_owner foreign key (tenant_id, owner_id) references organisations (tenant_id, id));
select place('plans', 'tenant');
select guard('plans');

-- A plan's discount for a product, or for one configuration of it. Hundredths of a percent.
create table plan_entries (
  tenant_id int not null,
  id uuid not null,
  plan_id uuid not null,
  product_id uuid not null,
  configuration_id uuid,
  discount int not null,
  primary key (tenant_id, id),
  constraint plan_entries_discount check (discount between 0 and 10000),
  constraint plan_entries_plan foreign key (tenant_id, plan_id) references plans (tenant_id, id),
  constraint plan_entries_product foreign key (tenant_id, product_id) references products (tenant_id, id),
  constraint plan_entries_configuration foreign key (tenant_id, configuration_id) references configurations (tenant_id, id));
select place('plan_entries', 'tenant');
select guard('plan_entries');
create unique index plan_entries_target on plan_entries (tenant_id, plan_id, product_id, configuration_id) nulls not distinct;

-- A customer's own entry (PAD): wins over its plan; disabled, it hides the product (product.md §3).
create table assigned_products (
  tenant_id int not null,
  id uuid not null,
  customer_id uuid not null,
  product_id uuid not null,
  configuration_id uuid,
  discount int not null,
  is_enabled boolean not null default true,
  primary key (tenant_id, id),
  constraint assigned_products_discount check (discount between 0 and 10000),
  constraint assigned_products_customer foreign key (tenant_id, customer_id) references organisations (tenant_id, id),
  constraint assigned_products_product foreign key (tenant_id, product_id) references products (tenant_id, id),
  constraint assigned_products_configuration foreign key (tenant_id, configuration_id) references configurations (tenant_id, id));
select place('assigned_products', 'tenant');
select guard('assigned_products');
create unique index assigned_products_target on assigned_products (tenant_id, customer_id, product_id, configuration_id) nulls not distinct;

create table favourites (
  tenant_id int not null,
  user_id uuid not null,
  position smallint not null,
  configuration_id uuid not null,
  primary key (tenant_id, user_id, position),
  constraint favourites_user foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint favourites_configuration foreign key (tenant_id, configuration_id) references configurations (tenant_id, id));
select place('favourites', 'tenant');
select guard('favourites');
