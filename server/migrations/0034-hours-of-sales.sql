-- Sales by the hour, of organisations above the shops: what clocks, heat maps and "until this minute" are made of
-- (docs/decisions/0039). A shop adds up its own lines. Nothing here is written by a sale.
create table figures_of_hours (
  tenant_id int not null,
  organisation_id uuid not null,
  at timestamptz not null,                     -- when the hour began
  sign smallint not null,                      -- 1: sale lines, -1: what was given back
  lines bigint not null,
  quantity bigint not null,
  face_total bigint not null,
  sold_total bigint not null,
  bought_total bigint not null,
  primary key (tenant_id, organisation_id, at, sign),
  constraint figures_of_hours_sign check (sign in (1, -1))) with (fillfactor = 85);
select place('figures_of_hours', 'tenant');
select guard('figures_of_hours');
grant select, insert, update on figures_of_hours to portal_app;

-- Sales that did not end well are few or none: whoever asks for them, or whether there are any, reads this alone. A
-- sale that ends well writes nothing of it.
create index sales_unsuccessful on sales (tenant_id, id) where status <> 'successful';
