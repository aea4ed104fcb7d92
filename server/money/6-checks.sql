-- What must always be true of one tenant's money and stock; every row counts what is not. Proved by a call, a metric and a job while selling goes on.
-- Whole tables against whole tables: a row-by-row plan, made on statistics from before a busy hour, would take for ever. One process only: tills go first.
create or replace function check_money(p_tenant int) returns table (name text, wrong int)
language plpgsql stable security definer set search_path = public, pg_temp
set enable_nestloop = off set max_parallel_workers_per_gather = 0 as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
    select 'wallet_equals_transfers', count(*)::int from wallets w
      left join (select t.wallet_id, sum(case when t.payee_id = t.wallet_id then t.amount else -t.amount end) as total, count(*) as n, max(t.seq) as last
                   from transfers t where t.tenant_id = p_tenant group by 1) t on t.wallet_id = w.organisation_id
     where w.tenant_id = p_tenant and (w.balance <> coalesce(t.total, 0) or w.transfers <> coalesce(t.n, 0) or w.transfers <> coalesce(t.last, 0))
    union all
    select 'running_balance', count(*)::int from (
      select t.balance_after - sum(case when t.payee_id = t.wallet_id then t.amount else -t.amount end) over (partition by t.wallet_id order by t.seq) as off
        from transfers t where t.tenant_id = p_tenant) x where x.off <> 0
    union all
    select 'spent_within_limit', count(*)::int from wallets w where w.tenant_id = p_tenant and w.balance + w.credit_limit - w.held < 0
    union all
    select 'customers_counted', count(*)::int from (
      select w.parent_id, count(*) as customers, count(*) filter (where w.is_active) as active, sum(coalesce(a.n, 0)) as own_prices from wallets w
        left join (select a.customer_id, count(*) as n from assigned_products a where a.tenant_id = p_tenant group by 1) a on a.customer_id = w.organisation_id
       where w.tenant_id = p_tenant group by 1) w
      full join (select * from customer_counts c where c.tenant_id = p_tenant) c on c.parent_id = w.parent_id
     where (w.customers, w.active, w.own_prices) is distinct from (c.customers::bigint, c.active::bigint, c.own_prices::numeric)
    union all
    select 'sale_equals_its_pins', count(*)::int from sales s
      left join (select p.sale_id, count(*) as n from pins p where p.tenant_id = p_tenant and p.sale_id is not null group by 1) p on p.sale_id = s.id
     where s.tenant_id = p_tenant and s.quantity <> coalesce(p.n, 0)
    union all
    select 'pin_without_sale', count(*)::int from pins p
     where p.tenant_id = p_tenant and p.sale_id is not null and not exists (select from sales s where s.tenant_id = p_tenant and s.id = p.sale_id)
    union all
    select 'sale_paid_once', count(*)::int from sales s
      left join (select t.cause_id, t.wallet_id, sum(t.amount) as paid, count(*) as n from transfers t where t.tenant_id = p_tenant and t.kind = 'sale' group by 1, 2) t
        on t.cause_id = s.id and t.wallet_id = s.seller_id
     where s.tenant_id = p_tenant and s.seller_id <> s.owner_id and (coalesce(t.paid, 0) <> s.amount_total or coalesce(t.n, 0) <> (s.amount_total > 0)::int)
    union all
    select 'payment_without_sale', count(*)::int from transfers t
     where t.tenant_id = p_tenant and t.kind = 'sale' and not exists (select from sales s where s.tenant_id = p_tenant and s.id = t.cause_id)
    union all
    select 'sale_has_its_key', count(*)::int from sales s
     where s.tenant_id = p_tenant and not exists (select from transaction_keys k where k.tenant_id = p_tenant and k.operation = 'sale' and k.cause_id = s.id)
    union all
    -- What the heads have passed is stamped or blocked, and nothing is stamped that no head has passed. Only what is sold is looked up one by one.
    (with heads as (
       select h.batch_no, h.next_seq - h.first_seq as length, p.stamped, p.stamped + p.holes as passed from queue_heads h
        cross join lateral (
          select count(p.sale_id) as stamped, count(*) filter (where p.sale_id is null and p.is_blocked) as holes from pins p
           where p.tenant_id = p_tenant and p.batch_no = h.batch_no and p.seq >= h.first_seq and p.seq < h.next_seq) p
        where h.tenant_id = p_tenant)
     select 'head_equals_stamps', (
         (select count(*) from heads where heads.passed <> heads.length)
       + (select count(*) from (select heads.batch_no, sum(heads.stamped) as n from heads group by 1) h
           full join (select p.batch_no, count(*) as n from pins p where p.tenant_id = p_tenant and p.sale_id is not null group by 1) s using (batch_no)
          where coalesce(h.n, 0) <> coalesce(s.n, 0)))::int);
end $$;
