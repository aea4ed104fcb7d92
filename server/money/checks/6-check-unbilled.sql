-- Recounts the amounts still to be billed from sales, refunds and claims (decision 0036).

/* Checks billing_months from the month of p_from on: the table has the lines that the tally has reached and no document
   covers, less their refunds; and refunds of billed sales, in the month in which they happened. */
create or replace function wrong_unbilled(p_tenant int, p_from date) returns setof finding
language plpgsql stable as $$
declare
  v_mark uuid := first_id_at(coalesce((
    select t.until from tallied t where t.tenant_id = p_tenant and t.name = 'unbilled'), 'epoch'));
  v_first date := date_trunc('month', p_from)::date;
  v_from uuid := first_id_at(greatest(v_first::timestamp at time zone 'Europe/Berlin', 'epoch') - interval '1 hour');
begin
  return query
    with claim as materialized (
      select l.customer_id, l.line_id from invoiced_lines l
       where l.tenant_id = p_tenant and (l.line_id >= v_from or l.line_id in (
         select r.sale_id from refunds r where r.tenant_id = p_tenant and r.id >= v_from))),
    sold as (
      select s.id, h.i, s.chain[h.i + 1] as issuer_id, s.chain[h.i] as customer_id, s.quantity,
             s.prices[h.i] as price, (s.created_at at time zone 'Europe/Berlin')::date as day
        from sales s
       cross join lateral generate_subscripts(s.prices, 1) h(i)
       where s.tenant_id = p_tenant and s.id >= v_from and s.id < v_mark and s.status = 'successful'
         and not exists (select from claim c where c.customer_id = s.chain[h.i] and c.line_id = s.id)),
    given as (
      select r.id, r.sale_id, h.i, r.chain[h.i + 1] as issuer_id, r.chain[h.i] as customer_id, r.quantity,
             r.prices[h.i] as price, (r.created_at at time zone 'Europe/Berlin')::date as day,
             b.line_id is not null as is_billed
        from refunds r
       cross join lateral generate_subscripts(r.prices, 1) h(i)
        left join claim b on b.customer_id = r.chain[h.i] and b.line_id = r.sale_id
       where r.tenant_id = p_tenant and r.id >= v_from and r.id < v_mark
         and not exists (select from claim c where c.customer_id = r.chain[h.i] and c.line_id = r.id)),
    counted as (
      select x.issuer_id, date_trunc('month', x.day)::date as month, x.customer_id, sum(x.lines) as lines,
             sum(x.amount) as amount, sum(x.back_lines) as back_lines, sum(x.back_amount) as back_amount
        from (
          select s.issuer_id, s.customer_id, s.day,
                 case when s.quantity > coalesce(g.quantity, 0) then 1 else 0 end as lines,
                 s.price * (s.quantity - coalesce(g.quantity, 0)) as amount, 0 as back_lines, 0 as back_amount
            from sold s
            left join (select g.sale_id, g.i, sum(g.quantity) as quantity from given g group by 1, 2) g
              on g.sale_id = s.id and g.i = s.i
          union all
          select g.issuer_id, g.customer_id, g.day, 0, 0, 1, g.quantity * g.price from given g where g.is_billed) x
       group by 1, 2, 3)
    select 'unbilled_is_what_no_document_says', count(*)::int,
           min(concat_ws(' ', coalesce(c.month, m.month), coalesce(c.customer_id, m.customer_id)))
      from (select * from counted c where c.month >= v_first) c
      full join (select * from billing_months m where m.tenant_id = p_tenant and m.month >= v_first) m
        on m.issuer_id = c.issuer_id and m.month = c.month and m.customer_id = c.customer_id
     where (coalesce(c.lines, 0), coalesce(c.amount, 0), coalesce(c.back_lines, 0), coalesce(c.back_amount, 0))
        <> (coalesce(m.lines, 0), coalesce(m.amount, 0), coalesce(m.back_lines, 0), coalesce(m.back_amount, 0));
end $$;

/* Checks that all purchases of these organisations, less refunds, equal what documents bill plus what is still to be
   billed. Compares two sums for each organisation, from roll-ups and documents; between the marks of the two roll-ups
   (figures, unbilled) it counts lines. */
create or replace function wrong_billing(p_tenant int, p_organisations uuid[]) returns setof finding
language plpgsql stable as $$
declare
  v_figures timestamptz := (select t.until from tallied t where t.tenant_id = p_tenant and t.name = 'figures');
  v_unbilled timestamptz := (select t.until from tallied t where t.tenant_id = p_tenant and t.name = 'unbilled');
  v_from uuid := first_id_at(least(v_figures, v_unbilled));
  v_to uuid := first_id_at(greatest(v_figures, v_unbilled));
  v_mark uuid := first_id_at(v_unbilled);
begin
  if v_figures is null or v_unbilled is null then return; end if;
  return query
    with line as materialized (
      select s.chain, s.prices, s.quantity from sales s
       where s.tenant_id = p_tenant and s.id >= v_from and s.id < v_to
      union all
      select r.chain, r.prices, -r.quantity from refunds r
       where r.tenant_id = p_tenant and r.id >= v_from and r.id < v_to),
    between_marks as materialized (
      select l.chain[h.i] as id, sum(l.quantity * l.prices[h.i]) as amount
        from line l cross join lateral generate_subscripts(l.prices, 1) h(i) group by 1),
    bought as (
      select g.organisation_id as id, sum(g.sign * g.parent_sold_total) as amount from figures_of_goods g
       where g.tenant_id = p_tenant and g.organisation_id = any (p_organisations) and g.span = 'month' group by 1),
    unbilled as (
      select m.customer_id as id, sum(m.amount - m.back_amount) as amount from billing_months m
       where m.tenant_id = p_tenant and m.customer_id = any (p_organisations) group by 1),
    billed as (
      select i.customer_id as id, sum(i.lines_total) as amount from invoices i
       where i.tenant_id = p_tenant and i.customer_id = any (p_organisations) group by 1),
    behind as (
      select l.customer_id as id,
             sum(case when r.id is null then s.quantity * s.prices[array_position(s.chain, l.customer_id)]
                 else -r.quantity * r.prices[array_position(r.chain, l.customer_id)] end) as amount
        from invoiced_lines l
        join sales s on s.tenant_id = p_tenant and s.id = l.sale_id
        left join refunds r on r.tenant_id = p_tenant and r.id = l.line_id
       where l.tenant_id = p_tenant and l.customer_id = any (p_organisations) and l.line_id >= v_mark group by 1)
    select 'unbilled_adds_up', count(*)::int, min(o.id::text) from unnest(p_organisations) o(id)
      left join bought on bought.id = o.id
      left join between_marks on between_marks.id = o.id
      left join unbilled on unbilled.id = o.id
      left join billed on billed.id = o.id
      left join behind on behind.id = o.id
     where coalesce(bought.amount, 0)
             + case when v_unbilled > v_figures then 1 else -1 end * coalesce(between_marks.amount, 0)
           <> coalesce(unbilled.amount, 0) + coalesce(billed.amount, 0) - coalesce(behind.amount, 0);
end $$;
