-- Goods sold live: what suppliers' catalogues hold, which of it is on sale at which price, what it cost before, and what
-- a unit of a foreign currency costs (docs/decisions/0046). On sale, a product of a catalogue is a denomination of a
-- product of the platform, like all goods; who delivers it stands at the product.

alter table products add column provider text;  -- who delivers it at the moment of sale; null: sold from stock
alter table products drop constraint products_type;
alter table products add constraint products_type check (type in ('cash_card', 'gift_card', 'calling_card', 'soft_pin',
  'international_top_up', 'direct_recharge', 'bus_ticket', 'dynamic')) not valid;
alter table products add constraint products_live check ((provider is not null)
  = (type in ('international_top_up', 'direct_recharge', 'bus_ticket', 'dynamic'))) not valid;

create table live_products (
  tenant_id int not null,
  id uuid not null,
  connection_id uuid not null,                 -- whose catalogue it is in
  supplier_product text not null,              -- what the supplier calls it
  -- As the catalogue last said.
  name text not null,
  search text not null,
  operator text not null,                      -- what the supplier calls the operator or brand …
  operator_name text not null,                 -- … and what people call it
  country text not null,
  cost_from bigint not null,                   -- what one costs us; two bounds where any amount between them is sold
  cost_to bigint not null,
  retail_from bigint,                          -- what the supplier says that it costs at the counter
  retail_to bigint,
  currency text not null,                      -- what it was priced in …
  rate numeric,                                -- … and euros for one unit of that, then; null: not ours to say
  details jsonb not null default '{}',         -- what arrives, what is in it, regions, promotions, what has to be asked
  first_seen_at timestamptz not null,
  seen_at timestamptz not null,
  gone_at timestamptz,                         -- it is no longer in the catalogue
  dearer_at timestamptz,                       -- it became dearer, and nobody has looked at its price since …
  cost_before bigint,                          -- … from this
  -- As the platform decided.
  is_on boolean not null default false,
  own_name text not null default '',
  position int not null default 0,
  price_by text not null default 'cost',
  margin_percent int not null default 1000,
  margin_amount bigint not null default 0,
  rounding text not null default 'five_cents',
  is_below_cost_allowed boolean not null default false,
  price bigint,                                -- what it costs at the counter; between two bounds: the least
  covers_cost boolean not null default true,   -- it does, whatever amount between the bounds is sold
  configuration_id uuid,                       -- what it is sold as, from the first time it was switched on
  primary key (tenant_id, id),
  constraint live_products_cost check (cost_from > 0 and cost_to >= cost_from),
  constraint live_products_retail check ((retail_from is null) = (retail_to is null)),
  constraint live_products_price check (price > 0),
  constraint live_products_price_by check (price_by in ('cost', 'retail')),
  constraint live_products_margin check (margin_percent between -10000 and 100000),
  constraint live_products_rounding
    check (rounding in ('cent', 'five_cents', 'ten_cents', 'fifty_cents', 'euro', 'ninety_nine')),
  constraint live_products_connection foreign key (tenant_id, connection_id) references connections (tenant_id, id),
  constraint live_products_configuration
    foreign key (tenant_id, configuration_id) references configurations (tenant_id, id));
select place('live_products', 'tenant');
select guard('live_products');
create unique index live_products_of_catalogue on live_products (tenant_id, connection_id, supplier_product);
create index live_products_of_operator on live_products (tenant_id, connection_id, operator);
create unique index live_products_sold on live_products (tenant_id, configuration_id)
  where configuration_id is not null;

-- What a product cost us and at the counter, from when on.
create table live_prices (
  tenant_id int not null,
  live_product_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  cost_from bigint not null,
  cost_to bigint not null,
  price bigint,
  currency text not null,
  rate numeric,
  by text not null,                            -- 'catalogue', or who changed the price
  primary key (tenant_id, live_product_id, id),
  constraint live_prices_product
    foreign key (tenant_id, live_product_id) references live_products (tenant_id, id));
select place('live_prices', 'tenant');
select guard('live_prices');

-- One row a connection: when its catalogue was read, by whom it is being read now, and what came of it.
create table catalogues (
  tenant_id int not null,
  connection_id uuid not null,
  claimed_until timestamptz not null default '-infinity',
  next_at timestamptz not null default '-infinity',
  started_at timestamptz,
  ended_at timestamptz,
  puts_on_sale boolean not null default false, -- what is new in it is put on sale by itself
  outcome text not null default 'never',
  reason text not null default '',
  products int not null default 0,             -- there were
  added int not null default 0,
  changed int not null default 0,
  dearer int not null default 0,
  gone int not null default 0,
  odd int not null default 0,                  -- could not be read, or made no sense
  primary key (tenant_id, connection_id),
  constraint catalogues_connection foreign key (tenant_id, connection_id) references connections (tenant_id, id),
  constraint catalogues_outcome check (outcome in ('never', 'done', 'empty', 'failed')));
select place('catalogues', 'tenant');
select guard('catalogues');

-- Euros for one unit of a currency. The newest of a currency holds; none is changed.
create table exchange_rates (
  tenant_id int not null,
  id uuid not null,
  currency text not null,
  rate numeric not null,
  source text not null,                        -- 'person', or 'supplier': what a supplier itself reckons with
  remarks text not null default '',
  created_by text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint exchange_rates_rate check (rate > 0),
  constraint exchange_rates_source check (source in ('person', 'supplier')));
select place('exchange_rates', 'tenant');
select guard('exchange_rates');
create index exchange_rates_of_currency on exchange_rates (tenant_id, currency, id);

-- What a reseller sells on of the platform's live goods, and in which order; all, unless it says otherwise.
create table live_choices (
  tenant_id int not null,
  organisation_id uuid not null,
  configuration_id uuid not null,
  is_on boolean not null default true,
  position int not null default 0,
  primary key (tenant_id, organisation_id, configuration_id),
  constraint live_choices_organisation
    foreign key (tenant_id, organisation_id) references organisations (tenant_id, id),
  constraint live_choices_configuration
    foreign key (tenant_id, configuration_id) references configurations (tenant_id, id));
select place('live_choices', 'tenant');
select guard('live_choices');

grant select, insert, update on live_products, catalogues, live_choices to portal_app;
grant select, insert on live_prices, exchange_rates to portal_app;
