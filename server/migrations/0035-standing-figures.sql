-- Figures from the first day of the year until the end of this one, for organisations above the shops: by who sold, and
-- by goods (docs/decisions/0039). A period is what stood at its end less what stood before it, however long it is. On a
-- day on which anybody of the tenant sold, every key of this year has a row. Nothing here is written by a sale.
-- The first ten figures are sales less what was given back, and what was given back alone, as reports name them.

create table people_to_date (
  tenant_id int not null,
  organisation_id uuid not null,               -- whose figures
  day date not null,
  seller_id uuid not null,
  user_id uuid not null,                       -- who sold; of what was given back, who had sold it
  lines bigint not null,
  quantity bigint not null,
  face_total bigint not null,
  sold_total bigint not null,
  bought_total bigint not null,
  seller_bought_total bigint not null,         -- what it cost the shop: its own figures are these and the face value
  refund_lines bigint not null,
  refund_quantity bigint not null,
  refund_face_total bigint not null,
  refund_sold_total bigint not null,
  refund_bought_total bigint not null,
  refund_seller_bought_total bigint not null,
  primary key (tenant_id, organisation_id, day, seller_id, user_id)) with (fillfactor = 85);
select place('people_to_date', 'tenant');
select guard('people_to_date');

create table goods_to_date (
  tenant_id int not null,
  organisation_id uuid not null,
  day date not null,
  configuration_id uuid not null,
  supplier_id uuid not null,                   -- of the first PIN of the line; all zeros where nobody knows
  lines bigint not null,
  quantity bigint not null,
  face_total bigint not null,
  sold_total bigint not null,
  bought_total bigint not null,
  refund_lines bigint not null,
  refund_quantity bigint not null,
  refund_face_total bigint not null,
  refund_sold_total bigint not null,
  refund_bought_total bigint not null,
  primary key (tenant_id, organisation_id, day, configuration_id, supplier_id)) with (fillfactor = 85);
select place('goods_to_date', 'tenant');
select guard('goods_to_date');

-- Under which names goods were sold: who searches for a name need not look through the lines.
create table sold_names (
  tenant_id int not null,
  configuration_id uuid not null,
  product_name text not null,
  primary key (tenant_id, configuration_id, product_name));
select place('sold_names', 'tenant');
select guard('sold_names');
grant select, insert, update on people_to_date, goods_to_date, sold_names to portal_app;
