-- Checks the running totals by customer and kind of goods (decision 0039) of the Berlin days from p_from to p_to that
-- the tallies of figures and of kinds have fully counted. They are the sums of their days, for the organisation and for
-- each of its customers; and a row that exists on one day also exists on the next.
create or replace function wrong_kinds(p_tenant int, p_from date, p_to date) returns setof finding
language plpgsql stable as $$
declare
  v_known date := (select (min(t.until) at time zone 'Europe/Berlin')::date - 1 from tallied t
                    where t.tenant_id = p_tenant and t.name in ('figures', 'kinds') having count(*) = 2);
  v_to date;
begin
  -- Right after an upgrade nothing is rolled up yet, so there is nothing to check.
  if v_known is null then return; end if;
  v_to := least(p_to, v_known);
  return query
    with stood as (
      select t.organisation_id as id, t.day, t.customer_id, t.product_type as type,
             t.lines - coalesce(lag(t.lines) over w, 0) as lines,
             t.refund_lines - coalesce(lag(t.refund_lines) over w, 0) as refunds,
             t.quantity - coalesce(lag(t.quantity) over w, 0) as quantity,
             t.refund_quantity - coalesce(lag(t.refund_quantity) over w, 0) as refund_quantity,
             t.face_total - coalesce(lag(t.face_total) over w, 0) as face,
             t.refund_face_total - coalesce(lag(t.refund_face_total) over w, 0) as refund_face,
             t.sold_total - coalesce(lag(t.sold_total) over w, 0) as sold,
             t.refund_sold_total - coalesce(lag(t.refund_sold_total) over w, 0) as refund_sold,
             t.bought_total - coalesce(lag(t.bought_total) over w, 0) as bought,
             t.refund_bought_total - coalesce(lag(t.refund_bought_total) over w, 0) as refund_bought,
             lead(t.day) over w as behind
        from kinds_to_date t
       where t.tenant_id = p_tenant and t.day <= v_to
         and t.day >= coalesce((select max(b.day) from kinds_to_date b where b.tenant_id = p_tenant and b.day < p_from),
                               p_from)
      window w as (partition by t.organisation_id, t.customer_id, t.product_type, extract(year from t.day)
                       order by t.day)),
    days as (
      select d.id, d.day, lead(d.day) over y as behind from (select distinct s.id, s.day from stood s) d
      window y as (partition by d.id, extract(year from d.day) order by d.day)),
    added as (
      select w.id, g.since as day, w.customer_id, p.type,
             coalesce(sum(g.lines) filter (where g.sign > 0), 0) as lines,
             coalesce(sum(g.lines) filter (where g.sign < 0), 0) as refunds, sum(g.sign * g.quantity) as quantity,
             coalesce(sum(g.quantity) filter (where g.sign < 0), 0) as refund_quantity,
             sum(g.sign * g.face_total) as face,
             coalesce(sum(g.face_total) filter (where g.sign < 0), 0) as refund_face,
             sum(g.sign * w.sold) as sold, coalesce(sum(w.sold) filter (where g.sign < 0), 0) as refund_sold,
             sum(g.sign * w.bought) as bought, coalesce(sum(w.bought) filter (where g.sign < 0), 0) as refund_bought
        from figures_of_goods g
        join organisations o on o.tenant_id = p_tenant and o.id = g.organisation_id
        join configurations c on c.tenant_id = p_tenant and c.id = g.configuration_id
        join products p on p.tenant_id = p_tenant and p.id = c.product_id
       cross join lateral (
         values (case when o.kind <> 'seller' then g.organisation_id end, g.organisation_id, g.sold_total,
                 g.bought_total),
                (g.parent_id, g.organisation_id, g.parent_sold_total, g.parent_bought_total))
           as w(id, customer_id, sold, bought)
       where g.tenant_id = p_tenant and g.span = 'day' and g.since between p_from and v_to and w.id is not null
       group by 1, 2, 3, 4)
    select 'figures_of_kinds_add_up', count(*)::int,
           min(concat_ws(' ', coalesce(s.day, a.day), coalesce(s.customer_id, a.customer_id)))
      from (select stood.*, d.behind as day_behind from stood join days d on d.id = stood.id and d.day = stood.day
             where stood.day >= p_from) s
      full join added a on a.id = s.id and a.day = s.day and a.customer_id = s.customer_id and a.type = s.type
     where (coalesce(s.lines, 0), coalesce(s.refunds, 0), coalesce(s.quantity, 0), coalesce(s.refund_quantity, 0),
            coalesce(s.face, 0), coalesce(s.refund_face, 0), coalesce(s.sold, 0), coalesce(s.refund_sold, 0),
            coalesce(s.bought, 0), coalesce(s.refund_bought, 0))
        <> (coalesce(a.lines, 0), coalesce(a.refunds, 0), coalesce(a.quantity, 0), coalesce(a.refund_quantity, 0),
            coalesce(a.face, 0), coalesce(a.refund_face, 0), coalesce(a.sold, 0), coalesce(a.refund_sold, 0),
            coalesce(a.bought, 0), coalesce(a.refund_bought, 0))
        or s.behind is distinct from s.day_behind;
end $$;
