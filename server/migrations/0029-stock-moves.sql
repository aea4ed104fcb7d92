-- The stock of any past day (docs/decisions/0035): what came in and went out otherwise than by a sale, as facts that stay
-- when a batch is taken back; and the sales of each batch by day, as a tally.

create table stock_moves (
  tenant_id int not null,
  batch_no int not null,
  no int not null,                             -- 1, 2, 3 … within the batch
  kind text not null,
  quantity int not null,
  expires_on date,                             -- of these PINs: a batch may have several
  owner_id uuid not null,
  configuration_id uuid not null,              -- whose stock it is: a denomination's or a pool's
  supplier_id uuid not null,
  value bigint,                                -- of one PIN, and what it cost; a pool's cards have neither until sold
  cost_unit bigint,
  at timestamptz not null,
  primary key (tenant_id, batch_no, no),
  constraint stock_moves_quantity check (quantity > 0),
  constraint stock_moves_kind check (kind in ('imported', 'undone', 'blocked', 'unblocked')));
select place('stock_moves', 'tenant');
select guard('stock_moves');
create index stock_moves_of_stock on stock_moves (tenant_id, configuration_id, batch_no);
-- Made by the functions that move stock only.
grant select on stock_moves to portal_app;

-- PINs of a batch that were sold on a Berlin day, and those given back by an accepted reclamation on that day.
create table stock_days (
  tenant_id int not null,
  configuration_id uuid not null,              -- whose stock, as above
  batch_no int not null,
  day date not null,
  sold bigint not null default 0,
  reclaimed bigint not null default 0,
  primary key (tenant_id, configuration_id, batch_no, day));
select place('stock_days', 'tenant');
select guard('stock_days');
grant select, insert, update on stock_days to portal_app;

-- What is here already: as it came in, and with the PINs that are blocked now since they were. What was blocked and put
-- back before, or taken back whole, leaves no trace.
do $$
declare v_tenant int;
begin
  for v_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', v_tenant::text, true);
    insert into stock_moves
    select v_tenant, m.batch_no, row_number() over (partition by m.batch_no order by m.at, m.kind desc, m.expires_on),
           m.kind, m.quantity, m.expires_on, b.owner_id, b.configuration_id, b.supplier_id,
           case when not c.is_pool then c.value end,
           case when not c.is_pool then price_of(c.value, b.buying_discount) end,
           m.at
      from (select h.batch_no, 'imported' as kind, sum(greatest(h.end_seq, h.first_seq + 1) - h.first_seq)::int as quantity,
                   h.expires_on, b.created_at as at
              from queue_heads h join batches b on b.tenant_id = v_tenant and b.batch_no = h.batch_no
             where h.tenant_id = v_tenant group by h.batch_no, h.expires_on, b.created_at
            union all
            select p.batch_no, 'blocked', 1, h.expires_on, greatest(b.created_at, coalesce((
                     select max(c.at) from custody c where c.tenant_id = v_tenant and c.batch_no = p.batch_no
                        and c.seq = p.seq and c.event = 'blocked'), b.created_at))
              from pins p
              join batches b on b.tenant_id = v_tenant and b.batch_no = p.batch_no and b.state = 'ready'
              join queue_heads h on h.tenant_id = v_tenant and h.configuration_id = b.configuration_id
               and h.batch_no = p.batch_no and h.first_seq = p.seq
             where p.tenant_id = v_tenant and p.is_blocked) m
      join batches b on b.tenant_id = v_tenant and b.batch_no = m.batch_no
      join configurations c on c.tenant_id = v_tenant and c.id = b.configuration_id;
  end loop;
end $$;

-- Which tallies there are the code says (server/postgres/tallies.ts): a list here would have to grow with each of them.
alter table tallied drop constraint if exists tallied_name;

-- The bookings of a wallet in a period are added up from the index alone. A sale writes none of it.
drop index transfers_of_wallet_bookings;
create index transfers_of_wallet_bookings on transfers (tenant_id, wallet_id, created_at)
  include (seq, payee_id, amount, kind) where kind <> 'sale';
