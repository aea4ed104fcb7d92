-- Checks invoices with ids from p_from up to p_to: an invoice has the amounts of its lines, and agrees exactly with
-- its document and with its payments; its lines belong to its customer, its days and its document; a correction names
-- the invoice that it corrects.
create or replace function wrong_invoices(p_tenant int, p_from uuid, p_to uuid) returns setof finding
language plpgsql stable as $$
begin
  return query
    select 'invoices_are_their_lines', count(*)::int, min(i.id::text)
      from invoices i
      left join (
        select l.invoice_id, sum(case when r.id is null
                 then s.quantity * s.prices[array_position(s.chain, l.customer_id)]
                 else -r.quantity * r.prices[array_position(r.chain, l.customer_id)] end) as total
          from invoiced_lines l
          join sales s on s.tenant_id = p_tenant and s.id = l.sale_id
          left join refunds r on r.tenant_id = p_tenant and r.id = l.line_id
         where l.tenant_id = p_tenant and l.invoice_id >= p_from and l.invoice_id < p_to group by 1) x
        on x.invoice_id = i.id
     where i.tenant_id = p_tenant and i.id >= p_from and i.id < p_to
       -- A cancelled document has no lines, and neither has the document that cancels it: their sums cancel each other
       -- out.
       and case when i.cancelled_by is null and not i.cancels then i.lines_total is distinct from x.total
             else x.total is not null or not exists (
               select from invoices o
                where o.tenant_id = p_tenant and o.id in (i.cancelled_by, i.corrects_id)
                  and o.lines_total = -i.lines_total) end;
  return query
    select 'invoices_are_documents', count(*)::int, min(coalesce(i.id, d.id)::text)
      from (select * from documents d where d.tenant_id = p_tenant and d.id >= p_from and d.id < p_to
               and d.kind in ('invoice', 'correction', 'self_billed')) d
      full join (select * from invoices i where i.tenant_id = p_tenant and i.id >= p_from and i.id < p_to) i
        on i.id = d.id
     where (i.issuer_id, i.created_at, i.kind, i.category, i.document_no, i.date_from, i.date_to, i.issued_on, i.due_on,
            i.lines, i.net, i.tax, i.total, i.due)
           is distinct from (d.owner_id, d.created_at, d.snapshot ->> 'kind', d.snapshot ->> 'category',
             document_no(d.snapshot, d.series, d.circle, d.number), (d.snapshot ->> 'date_from')::date,
             (d.snapshot ->> 'date_to')::date,
             (d.snapshot ->> 'issued_on')::date, (d.snapshot ->> 'due_on')::date,
             jsonb_array_length(d.snapshot -> 'lines'), (d.snapshot ->> 'net')::numeric * 10000,
             (d.snapshot ->> 'tax')::numeric * 10000, (d.snapshot ->> 'total')::numeric * 10000,
             (d.snapshot ->> 'due')::numeric * 10000);
  return query
    select 'invoices_are_paid', count(*)::int, min(i.id::text)
      from invoices i
      left join (select p.invoice_id, sum(p.amount) as paid from invoice_payments p
                  where p.tenant_id = p_tenant and p.invoice_id >= p_from and p.invoice_id < p_to group by 1) p
        on p.invoice_id = i.id
     where i.tenant_id = p_tenant and i.id >= p_from and i.id < p_to
       and (i.paid <> coalesce(p.paid, 0) or i.paid not between least(i.due, 0) and greatest(i.due, 0));
  return query
    select 'invoices_are_reminded_in_turn', count(*)::int, min(x.invoice_id::text) from (
      select r.invoice_id from invoice_reminders r
       where r.tenant_id = p_tenant and r.invoice_id >= p_from and r.invoice_id < p_to
       group by 1 having max(r.level) <> count(*)) x;
end $$;

-- A document's number as printed. After a restore it contains R1, R2, …: the number of restores before the document
-- was made.
create or replace function document_no(p_snapshot jsonb, p_series text, p_circle int, p_number bigint) returns text
language sql immutable as $$
  select concat_ws('-', p_snapshot ->> 'prefix', p_series, case when p_circle > 0 then 'R' || p_circle end,
                   lpad(p_number::text, greatest(5, length(p_number::text)), '0'))
$$;

/* Checks lines of invoices: each belongs to the document's customer and issuer, was sold or refunded in the document's
   days and before the document was made, has the document's tax treatment, and the pieces of each of the goods are
   those on its paper. A refund of a sale of the same document may be of any day; the tax treatment of a commission is
   not compared with that of the goods. */
create or replace function wrong_invoiced(p_tenant int, p_from uuid, p_to uuid) returns setof finding
language plpgsql stable as $$
begin
  return query
    with line as (
      select i.id, l.customer_id, l.sale_id, i.issuer_id, i.customer_id as billed_to, i.created_at as made_at,
             i.category, i.date_from, i.date_to, (d.snapshot ->> 'is_self_billed')::boolean as is_self_billed,
             coalesce(r.id, s.id) as id_found, coalesce(r.sale_id, s.id) as sale_found,
             coalesce(r.created_at, s.created_at) as at, coalesce(r.chain, s.chain) as chain,
             coalesce(r.prices, s.prices) as prices, coalesce(r.vat_treatment, s.vat_treatment) as treatment,
             coalesce(r.vat_rate, s.vat_rate) as rate, o.invoice_id = i.id as is_netted,
             coalesce(r.product_name, s.product_name) || ' ' || coalesce(r.value, s.value) as goods,
             coalesce(-r.quantity, s.quantity) as quantity
        from invoices i
        join invoiced_lines l on l.tenant_id = p_tenant and l.invoice_id = i.id
        left join documents d on d.tenant_id = p_tenant and d.id = i.id
        left join sales s on s.tenant_id = p_tenant and s.id = l.line_id
        left join refunds r on r.tenant_id = p_tenant and r.id = l.line_id and s.id is null
        left join invoiced_lines o on o.tenant_id = p_tenant and o.customer_id = l.customer_id and o.line_id = l.sale_id
         and o.line_id <> l.line_id
       where i.tenant_id = p_tenant and i.id >= p_from and i.id < p_to
         and l.invoice_id >= p_from and l.invoice_id < p_to),
    claimed as (
      select x.id, jsonb_object_agg(x.goods, x.n) as goods from (
        select l.id, l.goods, sum(l.quantity) as n from line l group by 1, 2 having sum(l.quantity) <> 0) x group by 1),
    printed as (
      select x.id, jsonb_object_agg(x.goods, x.n) as goods from (
        select d.id, (p ->> 'product_name') || ' ' || ((p ->> 'value')::numeric * 10000)::bigint as goods,
               sum((p ->> 'quantity')::bigint) as n
          from documents d cross join lateral jsonb_array_elements(d.snapshot -> 'lines') p
         where d.tenant_id = p_tenant and d.id >= p_from and d.id < p_to
           and d.kind in ('invoice', 'correction', 'self_billed')
         group by 1, 2 having sum((p ->> 'quantity')::bigint) <> 0) x group by 1)
    select 'invoices_are_their_customers', count(*)::int, min(l.id::text) from line l
     where l.customer_id <> l.billed_to or hop_price(l.chain, l.prices, l.customer_id, l.issuer_id) is null
    union all
    select 'invoices_hold_their_lines', count(distinct x.id)::int, min(x.id::text) from (
      select l.id from line l
       where l.id_found is null or l.sale_id <> l.sale_found or l.at > l.made_at + interval '1 minute'
          or not l.is_self_billed and vat_category(l.treatment, l.rate) <> l.category
          or l.is_netted is not true
             and (l.at at time zone 'Europe/Berlin')::date not between l.date_from and l.date_to
      union all
      select c.id from claimed c join printed p on p.id = c.id where c.goods <> p.goods) x;
end $$;

-- A document that corrects another names the other on its paper and has the same issuer and customer; a cancelled
-- document names the document that cancels it.
create or replace function wrong_corrections(p_tenant int, p_from uuid, p_to uuid) returns setof finding
language plpgsql stable as $$
begin
  return query
    with looked as (
      select i.id, (o.customer_id, o.issuer_id) <> (i.customer_id, i.issuer_id) as strange,
             i.corrects_id <> (d.snapshot #>> '{originals,0,invoice_id}')::uuid
               or i.cancels is distinct from coalesce(i.corrects_id is not null and o.cancelled_by = i.id, false)
               or i.cancelled_by is not null and (o.cancels and o.corrects_id = i.id) is not true as wrong
        from invoices i
        join documents d on d.tenant_id = p_tenant and d.id = i.id
        left join invoices o on o.tenant_id = p_tenant and o.id = coalesce(i.corrects_id, i.cancelled_by)
       where i.tenant_id = p_tenant and i.id >= p_from and i.id < p_to
         and (i.cancels or i.corrects_id is not null or i.cancelled_by is not null))
    select f.name, f.wrong, f.sample from (select array[
        row('invoices_are_their_customers', count(*) filter (where strange),
            min(id::text) filter (where strange))::finding,
        row('invoices_name_what_they_correct', count(*) filter (where wrong),
            min(id::text) filter (where wrong))::finding] as all from looked) counted, unnest(counted.all) f;
end $$;
