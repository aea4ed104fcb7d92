-- Checks the running totals (decision 0039) of the Berlin days from p_from to p_to that the tallies of figures and of
-- these totals (standing) have fully counted. A person's totals, as the parent of the shop keeps them, equal that
-- person's lines; an organisation's totals equal the sums over its persons and over its goods; the totals of goods are
-- the sums of their days.
create or replace function wrong_standing(p_tenant int, p_from date, p_to date) returns setof finding
language plpgsql stable as $$
declare
  v_mark timestamptz := (select t.until from tallied t where t.tenant_id = p_tenant and t.name = 'standing');
  v_known date := (select (min(t.until) at time zone 'Europe/Berlin')::date - 1 from tallied t
                    where t.tenant_id = p_tenant and t.name in ('figures', 'standing') having count(*) = 2);
  v_to date;
begin
  -- Right after an upgrade nothing is rolled up yet, so there is nothing to check.
  if v_known is null then return; end if;
  v_to := least(p_to, v_known);
  return query
    with line as (
      select f.*, l.user_id as sold_by, (f.created_at at time zone 'Europe/Berlin')::date as day,
             cardinality(f.chain) as n
        from facts f
        join sales l on l.tenant_id = p_tenant and l.id = f.sale_id
       where f.tenant_id = p_tenant
         and f.id >= first_id_at(greatest((p_from::timestamp at time zone 'Europe/Berlin') - interval '1 day',
                                          timestamptz 'epoch'))
         and f.id < first_id_at((v_to + 2)::timestamp at time zone 'Europe/Berlin')
         and f.created_at >= p_from::timestamp at time zone 'Europe/Berlin'
         and f.created_at < (v_to + 1)::timestamp at time zone 'Europe/Berlin'),
    counted as (
      select o.parent_id as id, l.day, l.seller_id, l.sold_by, count(*) filter (where l.sign > 0) as lines,
             count(*) filter (where l.sign < 0) as refunds, sum(l.sign * l.quantity) as quantity,
             sum(l.sign * l.quantity * l.value) as face,
             sum(l.sign * case when l.n > 1 then l.quantity * l.prices[1] else 0 end) as sold,
             sum(l.sign * case when l.n > 2 then l.quantity * l.prices[2] when l.n = 2 then l.cost_total else 0 end)
               as bought,
             sum(l.sign * case when l.n > 1 then l.quantity * l.prices[1] else l.cost_total end) as seller_bought
        from line l
        join organisations o on o.tenant_id = p_tenant and o.id = l.seller_id
       group by 1, 2, 3, 4),
    stood as (
      select t.organisation_id as id, t.day, t.seller_id, t.user_id as sold_by,
             t.lines - coalesce(lag(t.lines) over w, 0) as lines,
             t.refund_lines - coalesce(lag(t.refund_lines) over w, 0) as refunds,
             t.quantity - coalesce(lag(t.quantity) over w, 0) as quantity,
             t.face_total - coalesce(lag(t.face_total) over w, 0) as face,
             t.sold_total - coalesce(lag(t.sold_total) over w, 0) as sold,
             t.bought_total - coalesce(lag(t.bought_total) over w, 0) as bought,
             t.seller_bought_total - coalesce(lag(t.seller_bought_total) over w, 0) as seller_bought
        from people_to_date t
        join organisations o on o.tenant_id = p_tenant and o.id = t.seller_id and o.parent_id = t.organisation_id
       where t.tenant_id = p_tenant and t.day <= v_to
         and t.day >= coalesce((select max(b.day) from people_to_date b
                                 where b.tenant_id = p_tenant and b.day < p_from), p_from)
      window w as (partition by t.organisation_id, t.seller_id, t.user_id, extract(year from t.day) order by t.day))
    select 'figures_of_people_equal_lines', count(*)::int,
           min(concat_ws(' ', coalesce(c.day, s.day), coalesce(c.sold_by, s.sold_by)))
      from counted c
      full join (select * from stood where stood.day >= p_from
                    and (stood.lines, stood.refunds, stood.quantity, stood.face, stood.sold, stood.bought,
                         stood.seller_bought) <> (0, 0, 0, 0, 0, 0, 0)) s
        on s.id = c.id and s.day = c.day and s.seller_id = c.seller_id and s.sold_by = c.sold_by
     where (c.lines, c.refunds, c.quantity, c.face, c.sold, c.bought, c.seller_bought) is distinct from
           (s.lines, s.refunds, s.quantity, s.face, s.sold, s.bought, s.seller_bought);
  return query
    with kept as (
      select 'people' as what, t.organisation_id as id, t.day, t.lines, t.refund_lines, t.quantity, t.refund_quantity,
             t.face_total, t.refund_face_total, t.sold_total, t.refund_sold_total, t.bought_total, t.refund_bought_total
        from people_to_date t where t.tenant_id = p_tenant and t.day between p_from and v_to
      union all
      select 'goods', t.organisation_id, t.day, t.lines, t.refund_lines, t.quantity, t.refund_quantity,
             t.face_total, t.refund_face_total, t.sold_total, t.refund_sold_total, t.bought_total, t.refund_bought_total
        from goods_to_date t where t.tenant_id = p_tenant and t.day between p_from and v_to),
    everybody as (
      select k.what, k.id, k.day, sum(k.lines) as lines, sum(k.refund_lines) as refunds, sum(k.quantity) as quantity,
             sum(k.refund_quantity) as refund_quantity, sum(k.face_total) as face,
             sum(k.refund_face_total) as refund_face, sum(k.sold_total) as sold,
             sum(k.refund_sold_total) as refund_sold, sum(k.bought_total) as bought,
             sum(k.refund_bought_total) as refund_bought
        from kept k group by 1, 2, 3),
    figures as (
      select f.organisation_id as id, f.day, coalesce(sum(f.lines) filter (where f.sign > 0), 0) as lines,
             coalesce(sum(f.lines) filter (where f.sign < 0), 0) as refunds, sum(f.sign * f.quantity) as quantity,
             coalesce(sum(f.quantity) filter (where f.sign < 0), 0) as refund_quantity,
             sum(f.sign * f.face_total) as face,
             coalesce(sum(f.face_total) filter (where f.sign < 0), 0) as refund_face,
             sum(f.sign * f.sold_total) as sold,
             coalesce(sum(f.sold_total) filter (where f.sign < 0), 0) as refund_sold,
             sum(f.sign * f.bought_total) as bought,
             coalesce(sum(f.bought_total) filter (where f.sign < 0), 0) as refund_bought
        from organisations o
        join figures_to_date f on f.tenant_id = p_tenant and f.organisation_id = o.id
       where o.tenant_id = p_tenant and o.kind <> 'seller' and f.day between p_from and v_to group by 1, 2)
    -- A wrong running total counts once, even if it differs from both the persons' and the goods' sums.
    select 'figures_of_everybody_add_up',
           count(distinct concat_ws(' ', coalesce(e.day, f.day), coalesce(e.id, f.id)))::int,
           min(concat_ws(' ', coalesce(e.day, f.day), coalesce(e.id, f.id)))
      from everybody e
      full join (select * from figures cross join (values ('people'), ('goods')) v(what)) f
        on f.what = e.what and f.id = e.id and f.day = e.day
     where (e.lines, e.refunds, e.quantity, e.refund_quantity, e.face, e.refund_face, e.sold, e.refund_sold, e.bought,
            e.refund_bought)
           is distinct from (f.lines, f.refunds, f.quantity, f.refund_quantity, f.face, f.refund_face, f.sold,
                             f.refund_sold, f.bought, f.refund_bought);
  return query
    with stood as (
      select t.organisation_id as id, t.day, t.configuration_id, t.supplier_id,
             t.lines - coalesce(lag(t.lines) over w, 0) as lines,
             t.refund_lines - coalesce(lag(t.refund_lines) over w, 0) as refunds,
             t.quantity - coalesce(lag(t.quantity) over w, 0) as quantity,
             t.refund_quantity - coalesce(lag(t.refund_quantity) over w, 0) as refund_quantity,
             t.face_total - coalesce(lag(t.face_total) over w, 0) as face,
             t.refund_face_total - coalesce(lag(t.refund_face_total) over w, 0) as refund_face,
             t.sold_total - coalesce(lag(t.sold_total) over w, 0) as sold,
             t.refund_sold_total - coalesce(lag(t.refund_sold_total) over w, 0) as refund_sold,
             t.bought_total - coalesce(lag(t.bought_total) over w, 0) as bought,
             t.refund_bought_total - coalesce(lag(t.refund_bought_total) over w, 0) as refund_bought
        from goods_to_date t
       where t.tenant_id = p_tenant and t.day <= v_to
         and t.day >= coalesce((select max(b.day) from goods_to_date b where b.tenant_id = p_tenant and b.day < p_from),
                               p_from)
      window w as (partition by t.organisation_id, t.configuration_id, t.supplier_id, extract(year from t.day)
                       order by t.day)),
    added as (
      select g.organisation_id as id, g.since as day, g.configuration_id, g.supplier_id,
             coalesce(sum(g.lines) filter (where g.sign > 0), 0) as lines,
             coalesce(sum(g.lines) filter (where g.sign < 0), 0) as refunds, sum(g.sign * g.quantity) as quantity,
             coalesce(sum(g.quantity) filter (where g.sign < 0), 0) as refund_quantity,
             sum(g.sign * g.face_total) as face,
             coalesce(sum(g.face_total) filter (where g.sign < 0), 0) as refund_face,
             sum(g.sign * g.sold_total) as sold,
             coalesce(sum(g.sold_total) filter (where g.sign < 0), 0) as refund_sold,
             sum(g.sign * g.bought_total) as bought,
             coalesce(sum(g.bought_total) filter (where g.sign < 0), 0) as refund_bought
        from organisations o
        join figures_of_goods g on g.tenant_id = p_tenant and g.organisation_id = o.id and g.span = 'day'
       where o.tenant_id = p_tenant and o.kind <> 'seller' and g.since between p_from and v_to group by 1, 2, 3, 4)
    select 'figures_of_goods_to_date_add_up', count(*)::int,
           min(concat_ws(' ', coalesce(s.day, a.day), coalesce(s.id, a.id)))
      from (select * from stood where stood.day >= p_from
               and (stood.lines, stood.refunds, stood.quantity, stood.refund_quantity, stood.face, stood.refund_face,
                    stood.sold, stood.refund_sold, stood.bought, stood.refund_bought)
                   <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) s
      full join added a
        on a.id = s.id and a.day = s.day and a.configuration_id = s.configuration_id and a.supplier_id = s.supplier_id
     where (s.lines, s.refunds, s.quantity, s.refund_quantity, s.face, s.refund_face, s.sold, s.refund_sold, s.bought,
            s.refund_bought)
           is distinct from (a.lines, a.refunds, a.quantity, a.refund_quantity, a.face, a.refund_face, a.sold,
                             a.refund_sold, a.bought, a.refund_bought);
  return query
    select 'tallies_know_names', count(*)::int, min(f.id::text) from facts f
     where f.tenant_id = p_tenant and f.id < first_id_at(v_mark)
       and f.id >= first_id_at(greatest(p_from::timestamp at time zone 'Europe/Berlin', timestamptz 'epoch'))
       and f.id < first_id_at((v_to + 1)::timestamp at time zone 'Europe/Berlin')
       and not exists (select from sold_names n
                        where n.tenant_id = p_tenant and n.configuration_id = f.configuration_id
                          and n.product_name = f.product_name);
end $$;
