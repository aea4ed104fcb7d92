-- Claims a customer's lines for an invoice, one claim at a time, and computes the amounts that are still to be billed
-- afterwards (decision 0036).

/* A transaction that claims or releases lines of a customer locks the customer's terms first. So two such
   transactions run one after the other and never wait for each other in a circle, whatever periods and documents
   they work on. */
create or replace function lock_billing(p_tenant int, p_customer uuid) returns void language sql as $$
  insert into invoice_terms as t (tenant_id, customer_id) values (p_tenant, p_customer)
  on conflict (tenant_id, customer_id) do update set billing = t.billing
$$;

/* Updates billing_months, the amounts that no document covers yet: p_sign 1 after these documents have claimed their
   lines, -1 before they release them. A sale counts until it is claimed, less its unclaimed refunds; a refund of a
   claimed sale counts as to be corrected. A line counts from the moment at which the tally has reached it; the tally
   waits until this transaction ends. */
create or replace function note_billed(p_tenant int, p_customer uuid, p_invoices uuid[], p_sign int) returns void
language plpgsql as $$
declare v_mark uuid;
begin
  insert into tallied (tenant_id, name, until) values (p_tenant, 'unbilled', 'epoch') on conflict do nothing;
  select first_id_at(t.until) into v_mark from tallied t
   where t.tenant_id = p_tenant and t.name = 'unbilled' for share;
  insert into billing_months as m
    (tenant_id, issuer_id, month, customer_id, lines, amount, back_lines, back_amount)
  with touched as materialized (
    select distinct l.sale_id as id from invoiced_lines l
     where l.tenant_id = p_tenant and l.invoice_id = any (p_invoices)),
  line as materialized (
    select s.id, s.quantity, s.chain[h.i + 1] as issuer_id, s.prices[h.i] as price, l.invoice_id,
           date_trunc('month', s.created_at at time zone 'Europe/Berlin')::date as month
      from touched t
      join sales s on s.tenant_id = p_tenant and s.id = t.id
     cross join lateral (select array_position(s.chain, p_customer) as i) h
      left join invoiced_lines l on l.tenant_id = p_tenant and l.customer_id = p_customer and l.line_id = s.id),
  back as materialized (
    select r.id, r.sale_id, r.quantity, l.invoice_id,
           date_trunc('month', r.created_at at time zone 'Europe/Berlin')::date as month
      from touched t
      join refunds r on r.tenant_id = p_tenant and r.sale_id = t.id and r.id < v_mark
      left join invoiced_lines l on l.tenant_id = p_tenant and l.customer_id = p_customer and l.line_id = r.id),
  -- Each line appears twice: with these claims (weight 1) and without them (weight -1). The weighted sum is the
  -- difference that the claims make.
  state as (select * from (values (1, '{}'::uuid[]), (-1, p_invoices)) v(weight, without)),
  part as (
    select v.weight, i.issuer_id, i.month, 1 as lines, i.quantity * i.price as amount, 0 as back_lines,
           0 as back_amount
      from line i cross join state v
     where i.id < v_mark and (i.invoice_id is null or i.invoice_id = any (v.without))
    union all
    select b.weight, i.issuer_id, case when o.is_open then i.month else b.month end,
           case when o.is_open and b.so_far >= i.quantity and b.so_far - b.quantity < i.quantity then -1 else 0 end,
           case when o.is_open then -b.quantity * i.price else 0 end,
           case when o.is_open then 0 else 1 end,
           case when o.is_open then 0 else b.quantity * i.price end
      from (select b.*, v.*, sum(b.quantity) over (partition by v.weight, b.sale_id order by b.id) as so_far
              from back b cross join state v
             where b.invoice_id is null or b.invoice_id = any (v.without)) b
      join line i on i.id = b.sale_id
     cross join lateral (select i.invoice_id is null or i.invoice_id = any (b.without) as is_open) o)
  select p_tenant, p.issuer_id, p.month, p_customer, p_sign * sum(p.weight * p.lines),
         p_sign * sum(p.weight * p.amount), p_sign * sum(p.weight * p.back_lines),
         p_sign * sum(p.weight * p.back_amount)
    from part p group by p.issuer_id, p.month
  on conflict (tenant_id, issuer_id, month, customer_id) do update
     set lines = m.lines + excluded.lines,
         amount = m.amount + excluded.amount,
         back_lines = m.back_lines + excluded.back_lines,
         back_amount = m.back_amount + excluded.back_amount;
end $$;
