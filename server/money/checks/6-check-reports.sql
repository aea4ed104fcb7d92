-- Checks the roll-ups behind reports against the lines and the ledger from which they were counted (decision 0031).

/* Checks sums of the Berlin days from p_from to p_to: sums by goods equal the lines, hop by hop up the tree; running
   totals equal the sums of their days; ledger sums equal the transfers; and lines and ledger agree. */
create or replace function wrong_figures(p_tenant int, p_from date, p_to date) returns setof finding
language plpgsql stable as $$
declare
  v_mark timestamptz :=
    coalesce((select t.until from tallied t where t.tenant_id = p_tenant and t.name = 'figures'), 'epoch');
  v_since timestamptz := p_from::timestamp at time zone 'Europe/Berlin';
  v_until timestamptz :=
    case when p_to = 'infinity' then 'infinity' else (p_to + 1)::timestamp at time zone 'Europe/Berlin' end;
  -- The day up to which the tally has counted is left out: a line may be counted while its transfer is not, because the
  -- line's id is slightly older.
  v_over date := least(p_to, ((v_mark - interval '1 hour') at time zone 'Europe/Berlin')::date - 1);
begin
  return query
    with counted as (
      select p.id, f.day, f.configuration_id, f.sign, count(*) as lines, sum(f.quantity) as quantity,
             sum(f.quantity * f.value) as face,
             sum(case when h.i = 1 then f.quantity * f.value
                      when h.i <= h.n then f.quantity * f.prices[h.i - 1] else 0 end) as sold,
             sum(case when h.i < h.n then f.quantity * f.prices[h.i]
                      when h.i = h.n then f.cost_total else 0 end) as bought,
             sum(case when h.i < h.n then f.quantity * f.prices[h.i] else 0 end) as parent_sold,
             sum(case when h.i + 1 < h.n then f.quantity * f.prices[h.i + 1]
                      when h.i + 1 = h.n then f.cost_total else 0 end) as parent_bought
        from (select s.*, (s.created_at at time zone 'Europe/Berlin')::date as day from facts s
               where s.tenant_id = p_tenant and s.id < first_id_at(v_mark)
                 and s.id >= first_id_at(greatest(v_since - interval '1 day', timestamptz 'epoch'))
                 and s.id < first_id_at(least(v_until, v_mark - interval '1 day') + interval '1 day')
                 and s.created_at >= v_since and s.created_at < v_until) f
        join organisations o on o.tenant_id = p_tenant and o.id = f.seller_id
       cross join lateral unnest(o.path) with ordinality as p(id, place)
       cross join lateral (select cardinality(o.path) - p.place::int + 1 as i, cardinality(f.chain) as n) h
       group by 1, 2, 3, 4),
    kept as (
      select g.organisation_id as id, g.since as day, g.configuration_id, g.sign, sum(g.lines) as lines,
             sum(g.quantity) as quantity, sum(g.face_total) as face, sum(g.sold_total) as sold,
             sum(g.bought_total) as bought, sum(g.parent_sold_total) as parent_sold,
             sum(g.parent_bought_total) as parent_bought
        from figures_of_goods g
       where g.tenant_id = p_tenant and g.span = 'day' and g.since between p_from and p_to group by 1, 2, 3, 4)
    select 'figures_equal_lines', count(*)::int, min(concat_ws(' ', coalesce(c.day, k.day), coalesce(c.id, k.id)))
      from counted c
      full join kept k on k.id = c.id and k.day = c.day and k.configuration_id = c.configuration_id and k.sign = c.sign
     where (c.lines, c.quantity, c.face, c.sold, c.bought, c.parent_sold, c.parent_bought)
           is distinct from (k.lines, k.quantity, k.face, k.sold, k.bought, k.parent_sold, k.parent_bought);
  return query
    with stood as (
      select t.organisation_id as id, t.day, t.sign, t.lines - coalesce(lag(t.lines) over w, 0) as lines,
             t.quantity - coalesce(lag(t.quantity) over w, 0) as quantity,
             t.face_total - coalesce(lag(t.face_total) over w, 0) as face,
             t.sold_total - coalesce(lag(t.sold_total) over w, 0) as sold,
             t.bought_total - coalesce(lag(t.bought_total) over w, 0) as bought,
             t.parent_sold_total - coalesce(lag(t.parent_sold_total) over w, 0) as parent_sold,
             t.parent_bought_total - coalesce(lag(t.parent_bought_total) over w, 0) as parent_bought,
             lag(t.day) over w as before, lead(t.day) over w as behind
        from figures_to_date t
       where t.tenant_id = p_tenant and t.day <= p_to
         and t.day >= coalesce((select max(b.day) from figures_to_date b
                                 where b.tenant_id = p_tenant and b.day < p_from), p_from)
      window w as (partition by t.organisation_id, t.sign, extract(year from t.day) order by t.day)),
    days as (
      select d.day, lag(d.day) over y as before, lead(d.day) over y as behind
        from (select distinct s.day from stood s) d window y as (partition by extract(year from d.day) order by d.day)),
    added as (
      select g.organisation_id as id, g.since as day, g.sign, sum(g.lines) as lines, sum(g.quantity) as quantity,
             sum(g.face_total) as face, sum(g.sold_total) as sold, sum(g.bought_total) as bought,
             sum(g.parent_sold_total) as parent_sold, sum(g.parent_bought_total) as parent_bought
        from figures_of_goods g
       where g.tenant_id = p_tenant and g.span = 'day' and g.since between p_from and p_to group by 1, 2, 3)
    select 'figures_to_date_add_up', count(*)::int, min(concat_ws(' ', coalesce(s.day, a.day), coalesce(s.id, a.id)))
      from (select s.*, d.before as day_before, d.behind as day_behind from stood s join days d on d.day = s.day
             where s.day >= p_from) s
      full join added a on a.id = s.id and a.day = s.day and a.sign = s.sign
     where (coalesce(s.lines, 0), coalesce(s.quantity, 0), coalesce(s.face, 0), coalesce(s.sold, 0),
            coalesce(s.bought, 0), coalesce(s.parent_sold, 0), coalesce(s.parent_bought, 0))
        <> (coalesce(a.lines, 0), coalesce(a.quantity, 0), coalesce(a.face, 0), coalesce(a.sold, 0),
            coalesce(a.bought, 0), coalesce(a.parent_sold, 0), coalesce(a.parent_bought, 0))
        -- A running total that exists on one day also exists on the next.
        or s.before <> s.day_before or s.behind is distinct from s.day_behind;
  return query
    with counted as (
      select p.id, (t.created_at at time zone 'Europe/Berlin')::date as day, sum(p.received) as received,
             sum(p.paid) as paid
        from transfers t
       cross join lateral (select case t.kind when 'sale' then t.amount else -t.amount end as amount) m
       cross join lateral (values (case when t.wallet_id = t.payer_id then t.payee_id else t.payer_id end, m.amount, 0),
                                  (t.wallet_id, 0, m.amount)) p(id, received, paid)
       where t.tenant_id = p_tenant and t.kind in ('sale', 'refund') and t.created_at >= v_since
         and t.created_at < least(v_until, v_mark) group by 1, 2)
    select 'moved_equals_transfers', count(*)::int,
           min(concat_ws(' ', coalesce(c.day, m.day), coalesce(c.id, m.organisation_id)))
      from counted c
      full join (select * from moved_days d where d.tenant_id = p_tenant and d.day between p_from and p_to) m
        on m.organisation_id = c.id and m.day = c.day
     where (c.received, c.paid) is distinct from (m.received_total, m.paid_total);
  return query
    with figures as (
      select g.organisation_id as id, g.since as day, sum(g.sign * g.sold_total) as sold,
             sum(g.sign * g.parent_sold_total) as paid
        from figures_of_goods g
       where g.tenant_id = p_tenant and g.span = 'day' and g.since between p_from and v_over group by 1, 2)
    select 'figures_equal_ledger', count(*)::int,
           min(concat_ws(' ', coalesce(f.day, m.day), coalesce(f.id, m.organisation_id)))
      from figures f
      full join (select * from moved_days d where d.tenant_id = p_tenant and d.day between p_from and v_over) m
        on m.organisation_id = f.id and m.day = f.day
      left join organisations o on o.tenant_id = p_tenant and o.id = coalesce(f.id, m.organisation_id)
     where coalesce(f.paid, 0) <> coalesce(m.paid_total, 0)
        or (o.kind <> 'seller' and coalesce(f.sold, 0) <> coalesce(m.received_total, 0));
end $$;

-- Checks that the monthly sums by goods are the sums of their days, for all time: for these organisations, or for all
-- if p_organisations is null.
create or replace function wrong_months(p_tenant int, p_organisations uuid[] default null) returns setof finding
language plpgsql stable as $$
begin
  return query
    select 'figures_of_months_add_up', count(*)::int, min(concat_ws(' ', x.month, x.organisation_id)) from (
      select g.organisation_id, date_trunc('month', g.since)::date as month
        from figures_of_goods g
       cross join lateral (select case g.span when 'month' then 1 else -1 end as one) w
       where g.tenant_id = p_tenant and (p_organisations is null or g.organisation_id = any (p_organisations))
       group by 1, 2, g.configuration_id, g.supplier_id, g.sign
      having sum(w.one * g.lines) <> 0 or sum(w.one * g.quantity) <> 0 or sum(w.one * g.face_total) <> 0
          or sum(w.one * g.sold_total) <> 0 or sum(w.one * g.bought_total) <> 0
          or sum(w.one * g.parent_sold_total) <> 0 or sum(w.one * g.parent_bought_total) <> 0) x;
end $$;

-- Checks that the sums by hour of a day add up to its sums by goods, for every organisation above the shops, on days
-- that the tallies of figures and of hours have fully counted.
create or replace function wrong_hours(p_tenant int, p_from date, p_to date) returns setof finding
language plpgsql stable as $$
declare
  v_known date := (select (min(t.until) at time zone 'Europe/Berlin')::date - 1 from tallied t
                    where t.tenant_id = p_tenant and t.name in ('figures', 'hours') having count(*) = 2);
begin
  -- Right after an upgrade the hours are not rolled up yet, so there is nothing to check; least() below would ignore
  -- the null.
  if v_known is null then return; end if;
  return query
    with hours as (
      select h.organisation_id as id, (h.at at time zone 'Europe/Berlin')::date as day, h.sign, sum(h.lines) as lines,
             sum(h.quantity) as quantity, sum(h.face_total) as face, sum(h.sold_total) as sold,
             sum(h.bought_total) as bought
        from figures_of_hours h
       where h.tenant_id = p_tenant and h.at >= p_from::timestamp at time zone 'Europe/Berlin'
         and h.at < (least(p_to, v_known) + 1)::timestamp at time zone 'Europe/Berlin' group by 1, 2, 3),
    days as (
      select g.organisation_id as id, g.since as day, g.sign, sum(g.lines) as lines, sum(g.quantity) as quantity,
             sum(g.face_total) as face, sum(g.sold_total) as sold, sum(g.bought_total) as bought
        from organisations o
        join figures_of_goods g on g.tenant_id = p_tenant and g.organisation_id = o.id and g.span = 'day'
       where o.tenant_id = p_tenant and o.kind <> 'seller' and g.since between p_from and least(p_to, v_known)
       group by 1, 2, 3)
    select 'figures_of_hours_add_up', count(*)::int,
           min(concat_ws(' ', coalesce(h.day, d.day), coalesce(h.id, d.id)))
      from hours h full join days d on d.id = h.id and d.day = h.day and d.sign = h.sign
     where (h.lines, h.quantity, h.face, h.sold, h.bought) is distinct from
           (d.lines, d.quantity, d.face, d.sold, d.bought);
end $$;

-- Checks what the nightly run adds to the check of each minute: all months, and the last forty days again.
create or replace function check_figures(p_tenant int, p_now timestamptz) returns setof finding
language plpgsql security definer set search_path = public, pg_temp set enable_nestloop = off
set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_custom_plan set jit = off as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
    select f.name, sum(f.wrong)::int, min(f.sample) from (
      select * from wrong_months(p_tenant)
      union all select * from wrong_figures(p_tenant, (p_now at time zone 'Europe/Berlin')::date - 40, 'infinity')
      union all select * from wrong_hours(p_tenant, (p_now at time zone 'Europe/Berlin')::date - 40, 'infinity')
      union all select * from wrong_standing(p_tenant, (p_now at time zone 'Europe/Berlin')::date - 40, 'infinity')
      union all select * from wrong_kinds(p_tenant, (p_now at time zone 'Europe/Berlin')::date - 40, 'infinity')
      union all select * from wrong_stock_months(p_tenant)
      union all select * from wrong_unbilled(p_tenant, (p_now at time zone 'Europe/Berlin')::date - 40)) f
     group by 1 order by 1;
end $$;
