-- Live products at work (docs/decisions/0045): how the platform reaches the suppliers that sell at the moment of sale,
-- what each hold ordered there and how that stands, and what was said on the wire.

-- A supplier's interface as the platform has it in this tenant. Its id is the supplier's: holds, batches and reports
-- name suppliers.
create table connections (
  tenant_id int not null,
  id uuid not null,
  adapter text not null,
  provider text not null,                      -- whose discounts count for what it sells (live_discounts)
  base_url text not null,
  settings jsonb not null default '{}',        -- what its adapter has to know and is no secret
  credentials bytea not null,                  -- sealed
  account bytea not null,                      -- keyed fingerprint of host and sign-in: another one is another account
  account_end text not null,                   -- what is shown of the sign-in
  is_sandbox boolean not null,
  is_active boolean not null default false,
  version int not null default 1,              -- grows with every change of how it is asked
  balance_alarm bigint,                        -- below it the platform is told
  balance bigint,
  balance_at timestamptz,
  tested_at timestamptz,
  test_outcome text not null default '',       -- done, or why not
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, id),
  constraint connections_adapter
    check (adapter in ('dt_one', 'flixbus', 'pj_telesoft', 'soft_api', 'paysafecard', 'reloadly')),
  constraint connections_provider
    check (provider in ('dt_one', 'flixbus', 'direct_recharge', 'softapi', 'pj_telesoft')),
  constraint connections_supplier foreign key (tenant_id, id) references suppliers (tenant_id, id));
select place('connections', 'tenant');
select guard('connections');

-- What a hold ordered, under the hold's own key, which is our reference over there.
create table live_orders (
  tenant_id int not null,
  key uuid not null,
  connection_id uuid not null,
  state text not null default 'created',
  product_id text not null,                    -- as the supplier calls it
  recipient_end text not null default '',      -- what is shown of the recipient
  recipient_index bytea,                       -- its keyed fingerprint: the same for the same recipient
  sealed bytea not null,                       -- the order with its recipient
  quote_until timestamptz,                     -- how long its cost was promised
  supplier_reference text,                     -- the supplier's own name of it, once it is known
  said text not null default '',               -- the last the supplier said of it
  sent_at timestamptz,                         -- written before it is sent: without it, nothing ever left
  asked int not null default 0,                -- how often somebody asked how it stands
  next_at timestamptz,                         -- when to ask again; null: nobody asks by himself
  leased_by uuid,                              -- who asks just now …
  leased_until timestamptz,                    -- … and how long at most, whatever becomes of him
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, key),
  constraint live_orders_state
    check (state in ('created', 'sent', 'held', 'unknown', 'manual', 'delivered', 'refused', 'reversed')),
  constraint live_orders_sent check (state not in ('sent', 'held', 'unknown') or sent_at is not null),
  constraint live_orders_asked check (state not in ('created', 'sent', 'held', 'unknown') or next_at is not null),
  constraint live_orders_ended check ((ended_at is not null) = (state in ('delivered', 'refused', 'reversed'))),
  constraint live_orders_hold foreign key (tenant_id, key) references holds (tenant_id, key),
  constraint live_orders_connection foreign key (tenant_id, connection_id) references connections (tenant_id, id));
select place('live_orders', 'tenant');
select guard('live_orders');
create index live_orders_due on live_orders (tenant_id, next_at) where next_at is not null;
create index live_orders_of on live_orders (tenant_id, connection_id, created_at);
create index live_orders_recipient on live_orders (tenant_id, recipient_index, created_at)
  where recipient_index is not null;

-- What a supplier said that contradicts what is booked. Nothing booked is changed: a person looks.
create table live_cases (
  tenant_id int not null,
  id uuid not null,
  key uuid not null,
  kind text not null,
  said text not null,
  cost bigint,                                 -- what the supplier takes now
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, key, kind),
  constraint live_cases_kind check (kind in ('late_delivery', 'late_refusal', 'other_cost')),
  constraint live_cases_closed check ((closed_at is null) = (closed_by is null)),
  constraint live_cases_order foreign key (tenant_id, key) references live_orders (tenant_id, key));
select place('live_cases', 'tenant');
select guard('live_cases');
create index live_cases_open on live_cases (tenant_id, opened_at) where closed_at is null;

-- One request to a supplier and what came of it, masked.
create table exchanges (
  tenant_id int not null,
  id uuid not null,
  connection_id uuid not null,
  key uuid,                                    -- the order it was about
  call text not null,
  method text not null,
  path text not null,
  asked jsonb not null,
  outcome text not null,                       -- answer, not_sent, no_answer
  reason text,
  status int,
  answer jsonb,
  attempt int not null,
  duration_ms int not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  constraint exchanges_connection foreign key (tenant_id, connection_id) references connections (tenant_id, id));
select place('exchanges', 'tenant');
select guard('exchanges');
create index exchanges_of on exchanges (tenant_id, connection_id, id);
create index exchanges_about on exchanges (tenant_id, key) where key is not null;

-- Orders and cases move with the holds, through the money functions only.
grant select on connections, live_orders, live_cases, exchanges to portal_app;
grant insert, update on connections to portal_app;
grant insert, delete on exchanges to portal_app;
grant update (closed_at, closed_by, reason) on live_cases to portal_app;
