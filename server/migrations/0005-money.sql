-- Wallets, transfers, sales. Written only by the functions of server/money.

create table wallets (
  tenant_id int not null,
  organisation_id uuid not null,               -- one wallet per organisation, with its parent
  parent_id uuid not null,
  balance bigint not null default 0,
  credit_limit bigint not null default 0,
  held bigint not null default 0,
  transfers bigint not null default 0,         -- how many there were: the next one's seq
  is_active boolean not null default true,
  primary key (tenant_id, organisation_id),
  constraint wallets_spendable check (balance + credit_limit - held >= 0),
  constraint wallets_limit check (credit_limit >= 0 and held >= 0),
  constraint wallets_organisation foreign key (tenant_id, organisation_id) references organisations (tenant_id, id)) with (fillfactor = 50);
select place('wallets', 'tenant');
select guard('wallets');

-- Append only. It names both sides, so it balances by construction; balance_after is the wallet's, seq leaves no gap.
create table transfers (
  tenant_id int not null,
  wallet_id uuid not null,
  seq bigint not null,
  payer_id uuid not null,
  payee_id uuid not null,
  amount bigint not null,
  kind text not null,
  cause_id uuid not null,                      -- the sale, or the key of a booking
  balance_after bigint not null,
  payment_mode text not null default '',
  remarks text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, wallet_id, seq),
  constraint transfers_amount check (amount > 0),
  constraint transfers_sides check (payer_id <> payee_id and wallet_id in (payer_id, payee_id)),
  constraint transfers_kind check (kind in ('top_up', 'credit', 'sale', 'refund', 'fee', 'auto_credit', 'correction')));
select place('transfers', 'tenant');
select guard('transfers');
create index transfers_bookings on transfers (tenant_id, created_at) where kind <> 'sale';

create table credit_limit_changes (
  tenant_id int not null,
  id uuid not null,
  wallet_id uuid not null,
  limit_before bigint not null,
  limit_after bigint not null,
  remarks text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id));
select place('credit_limit_changes', 'tenant');
select guard('credit_limit_changes');
create index credit_limit_changes_of_wallet on credit_limit_changes (tenant_id, wallet_id, created_at);

-- A key lives as long as what it caused. A refused purchase leaves none.
create table transaction_keys (
  tenant_id int not null,
  key uuid not null,
  operation text not null,                     -- sale, booking, or void: given up for ever
  user_id uuid not null,
  content bytea not null,                      -- hash of what was asked: same key with other content is refused
  cause_id uuid not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (tenant_id, key),
  constraint transaction_keys_operation check (operation in ('sale', 'booking', 'void')));
select place('transaction_keys', 'tenant');
select guard('transaction_keys');

create table sales (
  tenant_id int not null,
  id uuid not null,                            -- UUIDv7: its order is the order of time
  seller_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  configuration_id uuid not null,
  owner_id uuid not null,
  product_name text not null,                  -- as it was called then
  quantity int not null,
  value bigint not null,
  price_unit bigint not null,                  -- what the seller paid for one
  discount int not null,
  price_source text not null,                  -- which rung of the ladder gave the discount
  amount_total bigint not null,
  chain uuid[] not null,                       -- from the seller up to the owner of the goods …
  prices bigint[] not null,                    -- … and what each of them but the last paid the next for one: price_unit first
  cost_total bigint not null,                  -- what the PINs cost their owner
  balance_before bigint,                       -- null where no wallet moved: an owner selling its own goods
  balance_after bigint,
  ranges int[] not null,                       -- batch_no, first seq, count, and again
  vat_treatment text not null,
  vat_rate int not null,
  vat_country text not null,
  status text not null default 'successful',
  copies smallint not null default 0,          -- reprints so far
  download_id uuid,                            -- a bulk sale's file …
  downloaded_at timestamptz,                   -- … which works once
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint sales_quantity check (quantity > 0),
  constraint sales_status check (status in ('successful', 'failed', 'pending'))) with (fillfactor = 95);
select place('sales', 'tenant');
select guard('sales');
create index sales_of_seller on sales (tenant_id, seller_id, id);

-- Every time somebody saw clear PINs again: reprint, download, an answer repeated. The sale itself is the first.
create table reveals (
  tenant_id int not null,
  id uuid not null,
  sale_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  kind text not null,
  copy smallint not null,
  reason text not null default '',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint reveals_kind check (kind in ('reprint', 'download')),
  constraint reveals_sale foreign key (tenant_id, sale_id) references sales (tenant_id, id));
select place('reveals', 'tenant');
select guard('reveals');
create index reveals_of_sale on reveals (tenant_id, sale_id);
