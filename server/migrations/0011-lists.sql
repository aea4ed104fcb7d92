-- What lists need to stay as fast with ten million rows as with a hundred thousand (docs/decisions/0013).
-- Nothing here is touched by a purchase: no index on a column that a sale writes, no row that two sales would both want. Indexes on bookings cost a sale
-- nothing, those on goods and people are written when a person saves something.

-- How far a tally has got: what is older stands in it, what is younger is read from the books themselves.
create table tallied (
  tenant_id int not null,
  name text not null,
  until timestamptz not null,
  primary key (tenant_id, name),
  constraint tallied_name check (name in ('sold', 'booked')));
select place('tallied', 'tenant');
select guard('tallied');

-- What sold, by the Berlin day.
create table sold_days (
  tenant_id int not null,
  configuration_id uuid not null,
  day date not null,
  quantity bigint not null,
  primary key (tenant_id, day, configuration_id));
select place('sold_days', 'tenant');
select guard('sold_days');

-- What was booked onto all wallets of one parent, by the Berlin day; and onto each wallet.
create table booked_days (
  tenant_id int not null,
  parent_id uuid not null,
  day date not null,
  kind text not null,
  payment_mode text not null,
  bookings bigint not null,
  amount bigint not null,
  primary key (tenant_id, parent_id, day, kind, payment_mode));
select place('booked_days', 'tenant');
select guard('booked_days');
create table booked_wallets (
  tenant_id int not null,
  wallet_id uuid not null,
  kind text not null,
  payment_mode text not null,
  bookings bigint not null,
  amount bigint not null,
  primary key (tenant_id, wallet_id, kind, payment_mode));
select place('booked_wallets', 'tenant');
select guard('booked_wallets');
grant select, insert, update on tallied, sold_days, booked_days, booked_wallets to portal_app;

-- The first page in the order of names without sorting all of them; who has customers, and who has a plan, without looking at everybody.
create index organisations_by_name on organisations (tenant_id, name_search, id);
-- What a search looks through, narrow: no index helps a piece of a word behind row level security, so all are read, but nothing else of them.
create index organisations_search on organisations (tenant_id, parent_id) include (full_search, name_search, id, is_active);
create index organisations_parents on organisations (tenant_id, id) where kind <> 'seller';
create index organisations_of_plan on organisations (tenant_id, plan_id) where plan_id is not null;

-- Whose stock it is sold from, as a plain column: coalesce() in a condition is one row level security lets no index answer.
alter table configurations add column stock_id uuid not null generated always as (coalesce(draws_on, id)) stored;
create index configurations_of_stock on configurations (tenant_id, stock_id);
create index products_of_owner on products (tenant_id, owner_id, name_search, id);
create index assigned_products_of_product on assigned_products (tenant_id, product_id);

-- PINs taken out of sale are few: how many were sold is told by the stretches but for these. A sale does not touch them, an import only looks at the condition.
create index pins_blocked on pins (tenant_id, batch_no, seq) where is_blocked;

-- A filtered page of bookings without walking past all others.
create index transfers_bookings_mode on transfers (tenant_id, payment_mode, created_at) where kind <> 'sale';
create index credit_limit_changes_by_time on credit_limit_changes (tenant_id, created_at);
