-- What a list's first page would otherwise count anew among all customers or all stretches ever delivered (docs/decisions/0013).

-- How many stand below an organisation, kept where they come, stop and get own prices: open_wallet, set_customer_active, modules/prices. A sale touches none of it.
create table customer_counts (
  tenant_id int not null,
  parent_id uuid not null,
  customers int not null default 0,
  active int not null default 0,
  own_prices int not null default 0,           -- of all customers of this one together
  primary key (tenant_id, parent_id)) with (fillfactor = 50);
select place('customer_counts', 'tenant');
select guard('customer_counts');
grant select, insert, update on customer_counts to portal_app;

do $$
declare v_tenant int;
begin
  for v_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', v_tenant::text, true);
    insert into customer_counts (tenant_id, parent_id, customers, active, own_prices)
    select v_tenant, w.parent_id, count(*), count(*) filter (where w.is_active), sum(a.n)
      from wallets w
     cross join lateral (select count(*) as n from assigned_products a where a.tenant_id = v_tenant and a.customer_id = w.organisation_id) a
     where w.tenant_id = v_tenant group by w.parent_id;
  end loop;
end $$;

-- Two answers that change seldom, of figures that every sale changes. An index over the answer is not touched by a sale that leaves it as it was: PostgreSQL
-- compares what an index reads, before and after. (Over the figure itself every sale would write a new entry.)
alter table wallets add column is_low boolean not null generated always as (balance + credit_limit - held < 500000) stored;   -- less than 50.00 to spend
create index wallets_low on wallets (tenant_id, parent_id) where is_low;
alter table queue_heads add column is_over boolean not null generated always as (next_seq >= end_seq) stored;
create index queue_heads_left on queue_heads (tenant_id, configuration_id) where not is_over;
