-- A refund is a sale line the other way round: what an accepted reclamation gave back for one sale, at the prices of that
-- sale. Reports, Z-reports, ledgers and invoices count sale lines and refunds, each on its own day, and nothing else.

create table refunds (
  tenant_id int not null,
  id uuid not null,                            -- UUIDv7: its order is the order of time. The cause of its transfers.
  reclamation_id uuid not null,
  sale_id uuid not null,
  seller_id uuid not null,
  user_id uuid not null,                       -- who accepted the reclamation
  configuration_id uuid not null,
  owner_id uuid not null,
  product_name text not null,
  quantity int not null check (quantity > 0),  -- PINs of this sale that were given back
  value bigint not null,
  chain uuid[] not null,                       -- from the seller up to the owner of the goods …
  prices bigint[] not null,                    -- … and what each of them but the last gets back for one
  cost_total bigint not null,                  -- what these PINs had cost their owner
  vat_treatment text not null,
  vat_rate int not null,
  vat_country text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint refunds_sale foreign key (tenant_id, sale_id) references sales (tenant_id, id),
  constraint refunds_once unique (tenant_id, reclamation_id, sale_id));
select place('refunds', 'tenant');
select guard('refunds');
create index refunds_of_seller on refunds (tenant_id, seller_id, id);
create index refunds_of_sale on refunds (tenant_id, sale_id);

-- Made by the function that accepts a reclamation only.
grant select on refunds to portal_app;
