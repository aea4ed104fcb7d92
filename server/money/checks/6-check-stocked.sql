-- Recounts the running totals of PINs sold and reclaimed from sales and refunds, and the totals of months from those of
-- days (decision 0035).

/* Checks the Berlin days from p_from to p_to: each day's running total is that of the day before plus what went out
   that day, for all goods that have a row for any day; the months of batches are the sums of their days. */
create or replace function wrong_stocked(p_tenant int, p_from date, p_to date) returns setof finding
language plpgsql stable as $$
declare
  v_mark timestamptz :=
    coalesce((select t.until from tallied t where t.tenant_id = p_tenant and t.name = 'stocked'), 'epoch');
  v_since timestamptz := p_from::timestamp at time zone 'Europe/Berlin';
  v_until timestamptz :=
    case when p_to = 'infinity' then 'infinity' else (p_to + 1)::timestamp at time zone 'Europe/Berlin' end;
  v_low uuid := first_id_at(greatest(v_since - interval '1 day', timestamptz 'epoch'));
  v_high uuid := first_id_at(least(v_until, v_mark - interval '1 day') + interval '1 day');
begin
  return query
    with gone as (
      select s.created_at, s.ranges[3 * i - 2] as batch_no, s.ranges[3 * i] as sold, 0 as reclaimed
        from sales s cross join lateral generate_series(1, cardinality(s.ranges) / 3) i
       where s.tenant_id = p_tenant and s.id < first_id_at(v_mark) and s.id >= v_low and s.id < v_high
      union all
      select r.created_at, d.batch_no, 0, 1
        from refunds r join reclaimed_pins d on d.tenant_id = p_tenant and d.refund_id = r.id
       where r.tenant_id = p_tenant and r.id < first_id_at(v_mark) and r.id >= v_low and r.id < v_high),
    counted as (
      select (g.created_at at time zone 'Europe/Berlin')::date as day, m.configuration_id, m.supplier_id,
             sum(g.sold) as sold, sum(g.sold * coalesce(m.cost_unit, 0)) as sold_cost,
             sum(g.sold * coalesce(m.value, 0)) as sold_value, sum(g.reclaimed) as reclaimed,
             sum(g.reclaimed * coalesce(m.cost_unit, 0)) as reclaimed_cost,
             sum(g.reclaimed * coalesce(m.value, 0)) as reclaimed_value
        from gone g join stock_moves m on m.tenant_id = p_tenant and m.batch_no = g.batch_no and m.no = 1
       where g.created_at >= v_since and g.created_at < v_until group by 1, 2, 3),
    stood as (
      select t.day, t.configuration_id, t.supplier_id, t.sold - coalesce(lag(t.sold) over w, 0) as sold,
             t.sold_cost - coalesce(lag(t.sold_cost) over w, 0) as sold_cost,
             t.sold_value - coalesce(lag(t.sold_value) over w, 0) as sold_value,
             t.reclaimed - coalesce(lag(t.reclaimed) over w, 0) as reclaimed,
             t.reclaimed_cost - coalesce(lag(t.reclaimed_cost) over w, 0) as reclaimed_cost,
             t.reclaimed_value - coalesce(lag(t.reclaimed_value) over w, 0) as reclaimed_value,
             lag(t.day) over w as before, lead(t.day) over w as behind
        from stock_to_date t
       where t.tenant_id = p_tenant and t.day <= p_to
         and t.day >= coalesce((select max(b.day) from stock_to_date b
                                 where b.tenant_id = p_tenant and b.day < p_from), p_from)
      window w as (partition by t.configuration_id, t.supplier_id order by t.day)),
    days as (
      select d.day, lag(d.day) over (order by d.day) as before, lead(d.day) over (order by d.day) as behind
        from (select distinct s.day from stood s) d)
    select 'stock_tally_to_date_adds_up', count(*)::int,
           min(concat_ws(' ', coalesce(s.day, c.day), coalesce(s.configuration_id, c.configuration_id)))
      from (select s.*, d.before as day_before, d.behind as day_behind from stood s join days d on d.day = s.day
             where s.day >= p_from) s
      full join counted c on c.day = s.day and c.configuration_id = s.configuration_id and c.supplier_id = s.supplier_id
     where (coalesce(s.sold, 0), coalesce(s.sold_cost, 0), coalesce(s.sold_value, 0), coalesce(s.reclaimed, 0),
            coalesce(s.reclaimed_cost, 0), coalesce(s.reclaimed_value, 0))
        <> (coalesce(c.sold, 0), coalesce(c.sold_cost, 0), coalesce(c.sold_value, 0), coalesce(c.reclaimed, 0),
            coalesce(c.reclaimed_cost, 0), coalesce(c.reclaimed_value, 0))
        -- A running total that exists on one day also exists on the next.
        or s.before is not null and s.before <> s.day_before or s.behind is distinct from s.day_behind;
end $$;

-- Checks that the monthly totals of some batches (null: of all) are the sums of their days. Only months that are over
-- and that both tallies have counted in full are checked.
create or replace function wrong_stock_months(p_tenant int, p_batches int[] default null) returns setof finding
language plpgsql stable as $$
declare
  v_known date := date_trunc('month', ((select min(t.until) from tallied t
    where t.tenant_id = p_tenant and t.name in ('stock', 'stocked') having count(*) = 2) - interval '1 hour')
      at time zone 'Europe/Berlin')::date;
begin
  return query
    with days as (
      select date_trunc('month', d.day)::date as month, d.batch_no, sum(d.sold) as sold, sum(d.reclaimed) as reclaimed
        from stock_days d
       where d.tenant_id = p_tenant and d.day < v_known and (p_batches is null or d.batch_no = any (p_batches))
       group by 1, 2)
    select 'stock_tally_months_add_up', count(*)::int, min(coalesce(d.batch_no, m.batch_no)::text)
      from days d
      full join (select * from stock_months m where m.tenant_id = p_tenant and m.month < v_known
                    and (p_batches is null or m.batch_no = any (p_batches))) m
        on m.month = d.month and m.batch_no = d.batch_no
     where (coalesce(d.sold, 0), coalesce(d.reclaimed, 0)) <> (coalesce(m.sold, 0), coalesce(m.reclaimed, 0));
end $$;
