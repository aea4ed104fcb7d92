-- Live products are sold in two steps (docs/decisions/0029): the price is held at every hop and what is asked for is
-- written down, the supplier is asked, and what was held becomes the sale or goes back. The column wallets.held, which
-- has been there from the first day, is the sum of a wallet's open holds.

create table holds (
  tenant_id int not null,
  key uuid not null,                           -- its transaction key, and our reference at the supplier
  state text not null default 'open',
  seller_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  configuration_id uuid not null,
  owner_id uuid not null,
  product_name text not null,                  -- as it was called then
  quantity int not null,
  value bigint not null,                       -- what one costs at the counter
  price_unit bigint not null,                  -- what the seller pays for one
  discount int not null,
  price_source text not null,
  amount_total bigint not null,
  chain uuid[] not null,                       -- from the seller up to the owner of the goods …
  prices bigint[] not null,                    -- … and what each of them but the last pays the next for one
  cost_total bigint not null,                  -- what the supplier takes from the owner
  vat_treatment text not null,
  vat_rate int not null,
  vat_country text not null,
  supplier_id uuid not null,
  request jsonb not null default '{}',         -- what the supplier is asked for
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid,                               -- the person who gave it back; null: the supplier's answer ended it
  reason text not null default '',             -- why it was given back
  sale_id uuid,                                -- what it became
  reference text,                              -- the supplier's own name of what it delivered …
  payload bytea,                               -- … and what that was, sealed: a PIN may be in it
  primary key (tenant_id, key),
  constraint holds_quantity check (quantity > 0 and value > 0 and cost_total >= 0),
  constraint holds_ended check (case state
    when 'open' then num_nonnulls(ended_at, ended_by, sale_id, reference, payload) = 0
    when 'posted' then num_nonnulls(ended_at, sale_id, reference, payload) = 4 and ended_by is null
    when 'void' then ended_at is not null and num_nonnulls(sale_id, reference, payload) = 0
    else false end),
  constraint holds_configuration
    foreign key (tenant_id, configuration_id) references configurations (tenant_id, id),
  constraint holds_supplier foreign key (tenant_id, supplier_id) references suppliers (tenant_id, id));
select place('holds', 'tenant');
select guard('holds');
create index holds_open on holds (tenant_id, created_at) where state = 'open';
create index holds_by_time on holds (tenant_id, created_at);

-- The server reads what was held and what became of it, never what was delivered: it asks for that of a sale.
grant select (tenant_id, key, state, seller_id, user_id, session_id, configuration_id, owner_id, product_name, quantity,
  value, price_unit, discount, price_source, amount_total, chain, prices, cost_total, vat_treatment, vat_rate,
  vat_country, supplier_id, request, created_at, ended_at, ended_by, reason, sale_id, reference) on holds to portal_app;

-- One more thing a key may be for. Every row there is passed the narrower rule, so none is read again.
alter table transaction_keys drop constraint transaction_keys_operation;
alter table transaction_keys add constraint transaction_keys_operation
  check (operation in ('sale', 'booking', 'void', 'hold')) not valid;
