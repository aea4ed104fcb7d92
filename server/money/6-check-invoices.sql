-- Invoices made since p_since: each says what its lines come to, and what was paid of it; each numbered document of
-- theirs is one.
create or replace function wrong_invoices(p_tenant int, p_since timestamptz) returns setof finding
language plpgsql stable as $$
declare v_from uuid := first_id_at(p_since);
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
         where l.tenant_id = p_tenant and l.invoice_id >= v_from group by 1) x on x.invoice_id = i.id
     where i.tenant_id = p_tenant and i.id >= v_from
       -- What was cancelled has no lines, and neither has what cancels it: together they come to nothing.
       and case when i.cancelled_by is null and not i.cancels then i.lines_total is distinct from x.total
             else x.total is not null or not exists (
               select from invoices o
                where o.tenant_id = p_tenant and o.id in (i.cancelled_by, i.corrects_id)
                  and o.lines_total = -i.lines_total) end;
  return query
    select 'invoices_are_documents', count(*)::int, min(coalesce(i.id, d.id)::text)
      from (select * from documents d
             where d.tenant_id = p_tenant and d.id >= v_from and d.kind in ('invoice', 'correction', 'self_billed')) d
      full join (select * from invoices i where i.tenant_id = p_tenant and i.id >= v_from) i on i.id = d.id
     where i.id is null or d.id is null or i.issuer_id <> d.owner_id
        or (d.snapshot ->> 'total')::numeric * 10000 is distinct from i.total;
  return query
    select 'invoices_are_paid', count(*)::int, min(i.id::text)
      from invoices i
      left join (select p.invoice_id, sum(p.amount) as paid from invoice_payments p
                  where p.tenant_id = p_tenant and p.invoice_id >= v_from group by 1) p on p.invoice_id = i.id
     where i.tenant_id = p_tenant and i.id >= v_from and i.paid <> coalesce(p.paid, 0);
end $$;
