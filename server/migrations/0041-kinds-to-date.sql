-- Figures from the first day of the year until the end of this one, for organisations above the shops: by customer and
-- kind of goods (docs/decisions/0039), as 0035 has them by person and by goods. Nothing here is written by a sale.
create table kinds_to_date (
  tenant_id int not null,
  organisation_id uuid not null,               -- whose figures
  day date not null,
  customer_id uuid not null,                   -- a direct customer; the organisation itself: all of them
  product_type text not null,
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
  primary key (tenant_id, organisation_id, day, customer_id, product_type)) with (fillfactor = 85);
select place('kinds_to_date', 'tenant');
select guard('kinds_to_date');
grant select, insert, update on kinds_to_date to portal_app;

-- The claims that an organisation handed on are looked up, and not looked for among all steps.
create index reclamation_steps_handed_on on reclamation_steps (tenant_id, organisation_id, reclamation_id)
 where step = 'hand_on';
