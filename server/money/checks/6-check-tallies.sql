-- Checks tallies against the books from which they were counted, for the Berlin days from p_from to p_to, and one tally
-- against another.
create or replace function wrong_tallies(p_tenant int, p_from date, p_to date) returns setof finding
language plpgsql stable as $$
declare
  v_since timestamptz := p_from::timestamp at time zone 'Europe/Berlin';
  v_until timestamptz :=
    case when p_to = 'infinity' then 'infinity' else (p_to + 1)::timestamp at time zone 'Europe/Berlin' end;
  v_sold timestamptz :=
    coalesce((select t.until from tallied t where t.tenant_id = p_tenant and t.name = 'sold'), 'epoch');
  v_stock timestamptz :=
    coalesce((select t.until from tallied t where t.tenant_id = p_tenant and t.name = 'stock'), 'epoch');
  v_booked timestamptz :=
    coalesce((select t.until from tallied t where t.tenant_id = p_tenant and t.name = 'booked'), 'epoch');
begin
  return query
    -- Rows are found by id and counted by time. The time in an id and the row's own time are never a day apart.
    with counted as (
      select s.configuration_id, (s.created_at at time zone 'Europe/Berlin')::date as day, sum(s.quantity) as n
        from sales s
       where s.tenant_id = p_tenant and s.id < first_id_at(v_sold)
         and s.id >= first_id_at(greatest(v_since - interval '1 day', timestamptz 'epoch'))
         and s.id < first_id_at(least(v_until, v_sold - interval '1 day') + interval '1 day')
         and s.created_at >= v_since and s.created_at < v_until group by 1, 2)
    select 'sold_tally_equals_sales', count(*)::int, min(coalesce(b.day, d.day)::text) from counted b
      full join (select * from sold_days d where d.tenant_id = p_tenant and d.day between p_from and p_to) d
        on d.configuration_id = b.configuration_id and d.day = b.day
     where coalesce(b.n, 0) <> coalesce(d.quantity, 0);
  return query
    with counted as (
      select b.batch_no, (s.created_at at time zone 'Europe/Berlin')::date as day, sum(s.ranges[3 * i]) as n
        from sales s
       cross join lateral generate_series(1, cardinality(s.ranges) / 3) i
        join batches b on b.tenant_id = p_tenant and b.batch_no = s.ranges[3 * i - 2]
       where s.tenant_id = p_tenant and s.id < first_id_at(v_stock)
         and s.id >= first_id_at(greatest(v_since - interval '1 day', timestamptz 'epoch'))
         and s.id < first_id_at(least(v_until, v_stock - interval '1 day') + interval '1 day')
         and s.created_at >= v_since and s.created_at < v_until group by 1, 2)
    select 'stock_tally_equals_sales', count(*)::int, min(coalesce(b.day, d.day)::text) from counted b
      full join (select d.batch_no, d.day, d.sold from stock_days d
                  where d.tenant_id = p_tenant and d.day between p_from and p_to and d.sold <> 0) d
        on d.batch_no = b.batch_no and d.day = b.day
     where coalesce(b.n, 0) <> coalesce(d.sold, 0);
  return query
    with entries as (
      select t.wallet_id, t.created_at as at, t.payment_mode as mode,
             case when t.kind in ('top_up', 'auto_credit') then t.kind else 'correction' end as kind,
             case when t.payee_id = t.wallet_id then t.amount else -t.amount end as amount
        from transfers t
       where t.tenant_id = p_tenant and t.kind <> 'sale' and t.created_at >= v_since
         and t.created_at < least(v_until, v_booked)
      union all
      select c.wallet_id, c.created_at, '', 'credit_limit', c.limit_after - c.limit_before
        from credit_limit_changes c
       where c.tenant_id = p_tenant and c.created_at >= v_since and c.created_at < least(v_until, v_booked)),
    counted as (
      select w.parent_id, (e.at at time zone 'Europe/Berlin')::date as day, e.kind, e.mode, count(*) as n,
             sum(e.amount) as amount
        from entries e join wallets w on w.tenant_id = p_tenant and w.organisation_id = e.wallet_id group by 1, 2, 3, 4)
    select 'booked_tally_equals_bookings', count(*)::int, min(coalesce(b.day, d.day)::text) from counted b
      full join (select * from booked_days d where d.tenant_id = p_tenant and d.day between p_from and p_to) d
        on d.parent_id = b.parent_id and d.day = b.day and d.kind = b.kind and d.payment_mode = b.mode
     where (coalesce(b.n, 0), coalesce(b.amount, 0)) <> (coalesce(d.bookings, 0), coalesce(d.amount, 0));
end $$;

-- Checks totals that have few rows; every run checks all of them, whatever the periods are.
create or replace function wrong_totals(p_tenant int) returns setof finding language plpgsql stable as $$
begin
  return query
    with by_wallet as (
      select w.parent_id, b.kind, b.payment_mode as mode, sum(b.bookings) as n, sum(b.amount) as amount
        from booked_wallets b join wallets w on w.tenant_id = p_tenant and w.organisation_id = b.wallet_id
       where b.tenant_id = p_tenant group by 1, 2, 3),
    by_day as (
      select d.parent_id, d.kind, d.payment_mode as mode, sum(d.bookings) as n, sum(d.amount) as amount
        from booked_days d where d.tenant_id = p_tenant group by 1, 2, 3)
    select 'booked_tallies_agree', count(*)::int, min(coalesce(a.parent_id, d.parent_id)::text) from by_wallet a
      full join by_day d on d.parent_id = a.parent_id and d.kind = a.kind and d.mode = a.mode
     where (coalesce(a.n, 0), coalesce(a.amount, 0)) <> (coalesce(d.n, 0), coalesce(d.amount, 0));
  return query
    select 'tallies_are_closed', count(*)::int, min(t.name) from tallied t
     where t.tenant_id = p_tenant
       and t.until > coalesce((select c.sealed from closings c where c.tenant_id = p_tenant), 'epoch');
end $$;
