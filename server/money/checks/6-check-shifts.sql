-- Checks shifts: no sale of a closed till is left out, a Z equals the sum of its lines, its credit equals the ledger's,
-- and the next shift begins where the Z ended. The primary key already prevents a line from counting twice.

-- Checks Z-reports and sales with ids from p_from up to p_to. Sessions of sales and lines of Zs are reached by key,
-- however large the tables are.
create or replace function wrong_shifts(p_tenant int, p_from uuid, p_to uuid) returns setof finding
language plpgsql stable as $$
begin
  return query
    select 'sale_is_in_a_z', count(*)::int, min(s.id::text)
      from sales s
     cross join lateral (
       select coalesce(n.device_id, n.user_id) as till_id from sessions n
        where n.tenant_id = p_tenant and n.id = s.session_id offset 0) n
      join shifts f on f.tenant_id = p_tenant and f.till_id = n.till_id
      join tenants t on t.tenant_id = p_tenant
     where s.tenant_id = p_tenant and s.id >= p_from and s.id < p_to and s.id >= first_id_at(t.shifts_since)
       and s.id < first_id_at(f.decided)
       and not exists (select from shift_lines l where l.tenant_id = p_tenant and l.line_id = s.id
                          and l.line_id >= p_from and l.line_id < p_to);

  -- Every sale that the tills' tally has counted must lie between the times of the first and the last sale that are
  -- recorded for its till (till_times). Otherwise a search for sales that no Z has counted would miss it.
  return query
    select 'shift_till_knows_its_sales', count(*)::int, min(s.id::text)
      from sales s
     cross join lateral (
       select coalesce(n.device_id, n.user_id) as till_id from sessions n
        where n.tenant_id = p_tenant and n.id = s.session_id offset 0) n
     where s.tenant_id = p_tenant and s.id >= p_from and s.id < p_to
       and s.id < first_id_at(coalesce((
         select t.until from tallied t where t.tenant_id = p_tenant and t.name = 'tills'), 'epoch'))
       and not exists (select from till_times k
                        where k.tenant_id = p_tenant and k.seller_id = s.seller_id and k.till_id = n.till_id
                          and s.created_at between k.first_at and k.last_at);

  return query
    select 'z_is_the_sum_of_its_lines', count(*)::int, min(d.id::text)
      from documents d
     cross join lateral (
       select count(s.id) as sales, coalesce(sum(s.quantity), 0) as quantity, coalesce(sum(s.face), 0) as face,
              coalesce(sum(s.cost), 0) as cost, coalesce(sum(r.face), 0) as refunded, count(*) as lines
         from shift_lines l
         left join lateral (
           select s.id, s.quantity, s.value * s.quantity as face,
                  case when s.owner_id = d.owner_id then s.cost_total else s.prices[1] * s.quantity end as cost
             from sales s
            where s.tenant_id = p_tenant and s.id = l.line_id and s.seller_id = d.owner_id offset 0) s on true
         left join lateral (
           select r.value * r.quantity as face from refunds r
            where r.tenant_id = p_tenant and r.id = l.line_id and r.seller_id = d.owner_id offset 0) r on true
        where l.tenant_id = p_tenant and l.document_id = d.id) x
     where d.tenant_id = p_tenant and d.kind = 'z_report' and d.id >= p_from and d.id < p_to
       and (x.sales, x.quantity, x.face, x.cost, x.refunded, x.lines) is distinct from (
         (d.snapshot ->> 'sales')::bigint, (d.snapshot ->> 'quantity')::bigint,
         (d.snapshot ->> 'face_total')::numeric * 10000, (d.snapshot ->> 'bought_total')::numeric * 10000,
         (d.snapshot #>> '{refunds,face_total}')::numeric * 10000,
         (d.snapshot ->> 'sales')::bigint + jsonb_array_length(d.snapshot #> '{refunds,rows}')
           + jsonb_array_length(d.snapshot -> 'showings'));

  -- If two equal sales swapped tills or shifts, every sum would still be right, so each line is also checked for being
  -- in its own shift.
  return query
    select 'z_lines_are_of_its_shift', count(distinct d.id)::int, min(d.id::text)
      from documents d
      join shift_lines l on l.tenant_id = p_tenant and l.document_id = d.id
     cross join lateral (
       select s.session_id, s.created_at as at from sales s where s.tenant_id = p_tenant and s.id = l.line_id
       union all
       select s.session_id, r.created_at from refunds r join sales s on s.tenant_id = p_tenant and s.id = r.sale_id
        where r.tenant_id = p_tenant and r.id = l.line_id offset 0) x
      left join lateral (
        select coalesce(n.device_id, n.user_id)::text as till_id from sessions n
         where n.tenant_id = p_tenant and n.id = x.session_id offset 0) n on true
     where d.tenant_id = p_tenant and d.kind = 'z_report' and d.id >= p_from and d.id < p_to
       and (n.till_id is distinct from d.snapshot ->> 'till_id'
            or x.at > (d.snapshot ->> 'closed_at')::timestamptz + interval '1 minute');

  return query
    select 'payment_is_of_a_sale', count(*)::int, min(y.sale_id::text) from sale_payments y
     where y.tenant_id = p_tenant and y.sale_id >= p_from and y.sale_id < p_to
       and not exists (select from sales s where s.tenant_id = p_tenant and s.id = y.sale_id offset 0);

  -- Z-reports from before payments were recorded do not mention payments.
  return query
    select 'z_counts_payments', count(*)::int, min(d.id::text)
      from documents d
     where d.tenant_id = p_tenant and d.kind = 'z_report' and d.id >= p_from and d.id < p_to
       and (select jsonb_object_agg(coalesce(m.value ->> 'kind', ''),
                                    ((m.value ->> 'face_total')::numeric * 10000)::bigint)
              from jsonb_array_elements(d.snapshot -> 'payments') m)
           is distinct from (
             select jsonb_object_agg(n.kind, n.face) from (
               select coalesce(y.kind, '') as kind, sum(s.value * s.quantity)::bigint as face
                 from shift_lines l
                 join sales s on s.tenant_id = p_tenant and s.id = l.line_id
                 left join sale_payments y on y.tenant_id = p_tenant and y.sale_id = s.id
                where l.tenant_id = p_tenant and l.document_id = d.id group by 1) n)
       and d.snapshot ? 'payments';

  return query
    select 'z_credit_is_the_ledgers', count(*)::int, min(d.id::text)
      from documents d
     cross join lateral (
       select (d.snapshot #>> '{credit,before}')::numeric * 10000 as before,
              (d.snapshot #>> '{credit,after}')::numeric * 10000 as after,
              (select coalesce(sum((m.value ->> 'amount')::numeric * 10000), 0)
                 from jsonb_array_elements(d.snapshot #> '{credit,movements}') m) as moved,
              (select coalesce(sum(t.balance_after), 0) from transfers t
                where t.tenant_id = p_tenant and t.wallet_id = d.owner_id
                  and t.seq = (d.snapshot #>> '{credit,from}')::bigint) as ledger_before,
              (select coalesce(sum(t.balance_after), 0) from transfers t
                where t.tenant_id = p_tenant and t.wallet_id = d.owner_id
                  and t.seq = (d.snapshot #>> '{credit,to}')::bigint) as ledger_after) x
     where d.tenant_id = p_tenant and d.kind = 'z_report' and d.id >= p_from and d.id < p_to
       and (x.before <> x.ledger_before or x.after <> x.ledger_after or x.before + x.moved <> x.after);
end $$;

-- Checks that each till's shift begins where its last Z-report ended, with one index look-up per till.
create or replace function wrong_tills(p_tenant int) returns setof finding language plpgsql stable as $$
begin
  return query
    select 'shift_begins_where_its_z_ended', count(*)::int, min(f.till_id::text)
      from shifts f
      left join lateral (
        select d.snapshot from documents d
         where d.tenant_id = p_tenant and d.id = f.document_id and d.owner_id = f.seller_id offset 0) d on true
     where f.tenant_id = p_tenant
       and (f.till_id::text, f.opened_at, f.transfers) is distinct from (
         d.snapshot ->> 'till_id', (d.snapshot ->> 'closed_at')::timestamptz,
         (d.snapshot #>> '{credit,to}')::bigint);
end $$;
