-- The reseller's shop: everything about suppliers, products, pools, customers, credit, prices and devices that the first sale did not need.

alter table suppliers
  add column bank_name text not null default '',
  add column iban text not null default '',
  add column bic text not null default '',
  add column hrb text not null default '',
  add column director text not null default '',
  add column buying_discount int not null default 0,
  add column search text not null default '',             -- folded: company, name, city, numbers
  add constraint suppliers_discount check (buying_discount between 0 and 10000);

alter table products
  add column texts jsonb not null default '{}';           -- instructions by language; `instructions` is the owner's own

-- Pictures by their content, made anew here: nothing anybody sent is served.
create table product_images (
  tenant_id int not null,
  hash text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (tenant_id, hash));
select place('product_images', 'tenant');
select guard('product_images');

-- A pool is a configuration nobody buys: it has the stock, and others draw on it (docs/decisions/0015).
alter table configurations
  add column is_pool boolean not null default false,
  add column draws_on uuid;

-- Of a pool's card nobody knows the cost before it is sold: it is the denomination's value less what the batch was cheaper.
alter table queue_heads
  alter column cost_unit drop not null,
  add column buying_discount int;

alter table batches add column undone_at timestamptz;     -- being taken back: its PINs go in portions

-- What happened to a batch or a PIN besides import, sale and reveal: publishing, blocking, looking up.
create table custody (
  tenant_id int not null,
  id uuid not null,
  batch_no int not null,
  seq int,                                                -- null: the whole batch
  event text not null,
  user_id uuid,
  who text not null,
  note text not null default '',
  at timestamptz not null,
  primary key (tenant_id, id));
select place('custody', 'tenant');
select guard('custody');
create index custody_of_batch on custody (tenant_id, batch_no, seq);

create index pins_serial on pins (tenant_id, serial) where serial <> '';

alter table organisations
  add column remarks text not null default '',
  add column full_search text not null default '',        -- folded: name, user name, mobile, city
  add column organisation_type text,
  add column shop_type text,
  add column alternative_mobiles text[] not null default '{}',
  add column ustidnr text not null default '', add column stnr text not null default '',
  add column sub_domain text not null default '',
  add column sms_sender_id text not null default '',
  add column terminal_limit int not null default 0,       -- 0: as many as it likes
  add column devices_only boolean not null default false, -- sells on its own devices only
  add column terminal_id text not null default '',
  add column terminal_state text not null default 'inactive',
  add column terminal_activated_at timestamptz,
  add column api_enabled boolean not null default false,
  add column api_key_hash bytea,
  add column api_key_last4 text not null default '',
  add column api_addresses text[] not null default '{}',
  add column stopped_at timestamptz,
  add column stopped_by text not null default '',
  add column stopped_reason text not null default '',
  add column credit_approval_above bigint,                -- a booking above it wants a second person; null: none does
  add column version int not null default 0,
  add constraint organisations_terminal check (terminal_state in ('inactive', 'activated'));
create unique index organisations_terminal_id on organisations (tenant_id, terminal_id) where terminal_id <> '';

alter table wallets
  add column last_sale_at timestamptz,
  add column alert_base bigint not null default 0;        -- what there was to spend after the last booking: 25, 10 and 0 % are of it

create table auto_credit_rules (
  tenant_id int not null,
  wallet_id uuid not null,
  balance_trigger bigint not null,
  balance_topup bigint not null,
  daily_limit bigint not null,
  is_enabled boolean not null default true,
  booked_on date,                                         -- Berlin day of …
  booked bigint not null default 0,                       -- … what was booked on it
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, wallet_id),
  constraint auto_credit_topup check (balance_topup > 0 and daily_limit >= balance_topup),
  constraint auto_credit_wallet foreign key (tenant_id, wallet_id) references wallets (tenant_id, organisation_id));
select place('auto_credit_rules', 'tenant');
select guard('auto_credit_rules');

-- Bookings that wait for a second person.
create table credit_requests (
  tenant_id int not null,
  id uuid not null,
  wallet_id uuid not null,
  type text not null,
  amount bigint not null,
  payment_mode text not null,
  remarks text not null default '',
  state text not null default 'waiting',
  asked_by uuid not null,
  asked_name text not null,
  asked_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  reason text not null default '',
  primary key (tenant_id, id),
  constraint credit_requests_state check (state in ('waiting', 'approved', 'refused')),
  constraint credit_requests_wallet foreign key (tenant_id, wallet_id) references wallets (tenant_id, organisation_id));
select place('credit_requests', 'tenant');
select guard('credit_requests');
create index credit_requests_waiting on credit_requests (tenant_id, asked_at) where state = 'waiting';

-- Each level once a Berlin day.
create table credit_alerts (
  tenant_id int not null,
  wallet_id uuid not null,
  day date not null,
  level smallint not null,
  primary key (tenant_id, wallet_id, day, level));
select place('credit_alerts', 'tenant');
select guard('credit_alerts');

create index transfers_of_wallet_bookings on transfers (tenant_id, wallet_id, created_at) where kind <> 'sale';

-- Every change of prices as one, so that it can be taken back.
create table price_changes (
  tenant_id int not null,
  id uuid not null,
  plan_id uuid,
  customer_ids uuid[] not null default '{}',
  before jsonb not null,
  after jsonb not null,
  undone_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id));
select place('price_changes', 'tenant');
select guard('price_changes');
create index price_changes_of_plan on price_changes (tenant_id, plan_id, id);

-- Discounts on goods sold live, of a customer with its parent; there is no stock and no denomination to name.
create table live_discounts (
  tenant_id int not null,
  customer_id uuid not null,
  provider text not null,
  discount int not null,
  changed_at timestamptz not null,
  primary key (tenant_id, customer_id, provider),
  constraint live_discounts_discount check (discount between 0 and 10000),
  constraint live_discounts_customer foreign key (tenant_id, customer_id) references organisations (tenant_id, id));
select place('live_discounts', 'tenant');
select guard('live_discounts');

alter table plans add column changed_at timestamptz, add column name_search text;  -- folded; none where the name was given before
create unique index plans_name on plans (tenant_id, owner_id, name);

create table devices (
  tenant_id int not null,
  id uuid not null,
  tag text not null,
  serial_number text not null,
  status text not null default 'free',
  reseller_id uuid,
  customer_id uuid,
  since timestamptz,
  browser_hash bytea,                                     -- the browser paired with it, by its secret: whoever signs in there
  pairing_code bytea,                                     -- hashed, ten minutes
  pairing_until timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint devices_status check (status in ('free', 'assigned', 'broken', 'lost')));
select place('devices', 'tenant');
select guard('devices');
create unique index devices_tag on devices (tenant_id, tag);
create unique index devices_serial on devices (tenant_id, serial_number);
create index devices_of_customer on devices (tenant_id, customer_id) where customer_id is not null;
create unique index devices_paired on devices (tenant_id, browser_hash) where browser_hash is not null;  -- a browser is one device

create table exports (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  list text not null,
  asked jsonb not null,
  format text not null,
  file_name text not null,
  file_key bytea not null,
  state text not null default 'waiting',
  rows_done int not null default 0,
  rows_total int not null default 0,
  bytes bigint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  constraint exports_state check (state in ('waiting', 'running', 'ready', 'failed', 'expired')));
select place('exports', 'tenant');
select guard('exports');
create index exports_of_user on exports (tenant_id, user_id, id);

grant select on product_images, custody, auto_credit_rules, credit_requests, credit_alerts, price_changes, live_discounts, devices, exports to portal_app;
grant insert on product_images, custody, price_changes to portal_app;
grant update (undone_at) on price_changes to portal_app;
grant insert, update on credit_requests, live_discounts, devices, exports to portal_app;
grant insert on credit_alerts to portal_app;
grant delete on live_discounts, credit_alerts, devices, exports, plans to portal_app;
grant insert on organisations to portal_app;
grant update (name, name_search, full_search, address, house_no, postal, city, country, email, mobile, alternative_mobiles, organisation_type, shop_type, ustidnr, stnr,
              sub_domain, sms_sender_id, flags, mask_seller_discount, pin_download, enable_web_view, terminal_limit, devices_only, terminal_id, terminal_state,
              terminal_activated_at, api_enabled, api_key_hash, api_key_last4, api_addresses, plan_id, remarks, credit_approval_above, version, stopped_at, stopped_by,
              stopped_reason) on organisations to portal_app;
