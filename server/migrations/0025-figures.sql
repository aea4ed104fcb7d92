-- What was sold, counted for reports: by whom, on which Berlin day, of which goods, seen from every organisation on the
-- way (docs/decisions/0031). Nothing here is written by a sale.

-- The only thing reports count: sale lines, and what was given back of them. Signs are applied by whoever adds up.
-- Both halves read one table each and without conditions, so that the planner reaches their indexes.
create view facts with (security_invoker = true) as
select s.tenant_id, s.id, 1::smallint as sign, s.id as sale_id, s.seller_id, s.user_id, s.session_id, s.configuration_id,
       s.owner_id, s.product_name, s.quantity, s.value, s.chain, s.prices, s.cost_total, s.vat_treatment, s.vat_rate,
       s.vat_country, s.created_at
  from sales s
union all
select r.tenant_id, r.id, (-1)::smallint, r.sale_id, r.seller_id, r.user_id, null::uuid, r.configuration_id,
       r.owner_id, r.product_name, r.quantity, r.value, r.chain, r.prices, r.cost_total, r.vat_treatment, r.vat_rate,
       r.vat_country, r.created_at
  from refunds r;
grant select on facts to portal_app;

alter table tallied drop constraint tallied_name;
alter table tallied add constraint tallied_name check (name in ('sold', 'booked', 'figures'));

-- From the first day of the year until the end of this one. On a day on which anybody of the tenant sold, everybody who
-- sold this year has a row: any stretch of a year is the difference of two of them.
create table figures_to_date (
  tenant_id int not null,
  organisation_id uuid not null,
  day date not null,
  sign smallint not null,                      -- 1: sale lines, -1: what was given back
  parent_id uuid,                              -- whose customer it is; none of the platform
  lines bigint not null,
  quantity bigint not null,
  face_total bigint not null,
  sold_total bigint not null,                  -- what its customers paid it
  bought_total bigint not null,                -- what the goods cost it
  parent_sold_total bigint not null,           -- the same two of its parent: what it paid, and what that cost the parent
  parent_bought_total bigint not null,
  primary key (tenant_id, organisation_id, day, sign),
  constraint figures_to_date_sign check (sign in (1, -1))) with (fillfactor = 85);
select place('figures_to_date', 'tenant');
select guard('figures_to_date');
create index figures_to_date_of_parent on figures_to_date (tenant_id, day, parent_id);

-- Of each day and of each month alone, by goods and supplier.
create table figures_of_goods (
  tenant_id int not null,
  organisation_id uuid not null,
  span text not null,
  since date not null,
  configuration_id uuid not null,
  supplier_id uuid not null,                   -- of the first PIN of the line; all zeros where nobody knows
  sign smallint not null,
  parent_id uuid,
  lines bigint not null,
  quantity bigint not null,
  face_total bigint not null,
  sold_total bigint not null,
  bought_total bigint not null,
  parent_sold_total bigint not null,
  parent_bought_total bigint not null,
  primary key (tenant_id, organisation_id, span, since, configuration_id, supplier_id, sign),
  constraint figures_of_goods_span check (span in ('day', 'month')),
  constraint figures_of_goods_sign check (sign in (1, -1))) with (fillfactor = 85);
select place('figures_of_goods', 'tenant');
select guard('figures_of_goods');
create index figures_of_goods_of_parent on figures_of_goods (tenant_id, parent_id, span, since, configuration_id);

-- The second way to the same sums, which never looks at a line: what the ledger moved for sales and refunds between an
-- organisation and its customers, and between it and its parent.
create table moved_days (
  tenant_id int not null,
  organisation_id uuid not null,
  day date not null,
  received_total bigint not null,
  paid_total bigint not null,
  primary key (tenant_id, organisation_id, day)) with (fillfactor = 85);
select place('moved_days', 'tenant');
select guard('moved_days');
grant select, insert, update on figures_to_date, figures_of_goods, moved_days to portal_app;

-- Proofs of the books, night by night: what was looked at, and the rows that did not fit.
create table proof_runs (
  tenant_id int not null,
  id uuid not null,                            -- UUIDv7: its order is the order of time
  kind text not null,                          -- nightly, or everything at once
  started_at timestamptz not null,
  ended_at timestamptz not null,
  looked_at jsonb not null,                    -- how many rows of each kind
  findings jsonb not null,
  primary key (tenant_id, id),
  constraint proof_runs_kind check (kind in ('nightly', 'full')));
select place('proof_runs', 'tenant');
select guard('proof_runs');
grant select, insert, delete on proof_runs to portal_app;
