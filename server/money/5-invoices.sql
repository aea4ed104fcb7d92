-- Invoices: at each hop a sale or refund is in one document at most, which claims it in the transaction that takes the
-- document's number; a cancelled document gives its lines back (decision 0036).

-- The VAT category of EN 16931 for a tax treatment. A certified reseller of telephone credit owes the tax itself, so
-- the rate there is 0.
create or replace function vat_category(p_treatment text, p_rate int) returns text language sql immutable
parallel safe as $$
  select case
    when p_treatment = 'multi_purpose_voucher' then 'O'
    when p_treatment = 'exempt' then 'E'
    when p_rate > 0 then 'S'
    when p_treatment = 'telecom_service' then 'AE'
    else 'Z' end
$$;

-- What the customer paid its parent for one unit; null if the two are not neighbours in the chain.
create or replace function hop_price(p_chain uuid[], p_prices bigint[], p_customer uuid, p_issuer uuid) returns bigint
language sql immutable parallel safe as $$
  select case when p_chain[array_position(p_chain, p_customer) + 1] = p_issuer
    then p_prices[array_position(p_chain, p_customer)] end
$$;

/* The lines of documents. Sales of the same goods at the same price are one line, less what was refunded before
   they were billed. A refund of a sale in an earlier document is a line of its own, with a negative quantity. */
create or replace function invoice_lines_of(p_tenant int, p_customer uuid, p_invoices uuid[])
returns table (invoice_id uuid, refund_id uuid, original_id uuid, product_name text, value bigint, price bigint,
  vat_treatment text, vat_rate int, vat_country text, sold_at timestamptz, refunded_at timestamptz, quantity bigint)
language sql stable as $$
  select x.invoice_id, x.refund_id, x.original_id, x.product_name, x.value,
         x.prices[array_position(x.chain, p_customer)] as price, x.vat_treatment, x.vat_rate, x.vat_country,
         x.sold_at, x.refunded_at, sum(x.quantity)::bigint as quantity
    from (
      select l.invoice_id, null::uuid as refund_id, null::uuid as original_id, s.product_name, s.value, s.prices,
             s.chain, s.vat_treatment, s.vat_rate, s.vat_country, null::timestamptz as sold_at,
             null::timestamptz as refunded_at, s.quantity, s.configuration_id
        from invoiced_lines l
        join sales s on s.tenant_id = p_tenant and s.id = l.sale_id
       where l.tenant_id = p_tenant and l.invoice_id = any (p_invoices) and l.line_id = l.sale_id
      union all
      select l.invoice_id, case when o.invoice_id <> l.invoice_id then r.id end,
             case when o.invoice_id <> l.invoice_id then o.invoice_id end, r.product_name, r.value, r.prices, r.chain,
             r.vat_treatment, r.vat_rate, r.vat_country,
             case when o.invoice_id <> l.invoice_id then s.created_at end,
             case when o.invoice_id <> l.invoice_id then r.created_at end, -r.quantity, r.configuration_id
        from invoiced_lines l
        join refunds r on r.tenant_id = p_tenant and r.id = l.line_id
        join sales s on s.tenant_id = p_tenant and s.id = r.sale_id
        join invoiced_lines o on o.tenant_id = p_tenant and o.customer_id = l.customer_id and o.line_id = l.sale_id
       where l.tenant_id = p_tenant and l.invoice_id = any (p_invoices) and l.line_id <> l.sale_id) x
   group by x.invoice_id, x.refund_id, x.original_id, x.configuration_id, x.product_name, x.value, price,
            x.vat_treatment, x.vat_rate, x.vat_country, x.sold_at, x.refunded_at
  having sum(x.quantity) <> 0
$$;

/* Claims the unbilled purchases of a customer from its parent in [p_since, p_until), with all their refunds so far;
   with p_refunds also this period's refunds of sales billed earlier. p_ids: the document for each of p_categories;
   goods of other categories are left alone. Answers the lines of every document whose lines do not cancel each other
   out; a document whose lines do so claims nothing, and its lines stay open. A line belongs to the day of its own
   time, even where its id is of another day. PX404 not a customer. */
create or replace function claim_sales(p_tenant int, p_issuer uuid, p_customer uuid, p_since timestamptz,
  p_until timestamptz, p_categories text[], p_ids uuid[], p_refunds boolean)
returns table (invoice_id uuid, refund_id uuid, original_id uuid, product_name text, value bigint, price bigint,
  vat_treatment text, vat_rate int, vat_country text, sold_at timestamptz, refunded_at timestamptz, quantity bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_made uuid[];
  v_from uuid := first_id_at(p_since - interval '1 day');
  v_to uuid := first_id_at(p_until + interval '1 day');
begin
  perform set_config('app.tenant', p_tenant::text, true);
  if not exists (select from organisations o
                  where o.tenant_id = p_tenant and o.id = p_customer and o.parent_id = p_issuer) then
    raise exception 'no such customer' using errcode = 'PX404';
  end if;
  perform lock_billing(p_tenant, p_customer);
  insert into invoiced_lines (tenant_id, customer_id, line_id, sale_id, invoice_id)
  select p_tenant, p_customer, s.id, s.id,
         p_ids[array_position(p_categories, vat_category(s.vat_treatment, s.vat_rate))]
    from organisations o
    join sales s on s.tenant_id = p_tenant and s.seller_id = o.id and s.id >= v_from and s.id < v_to
     and s.created_at >= p_since and s.created_at < p_until
   where o.tenant_id = p_tenant and p_customer = any (o.path) and s.status = 'successful'
     and vat_category(s.vat_treatment, s.vat_rate) = any (p_categories)
     and hop_price(s.chain, s.prices, p_customer, p_issuer) is not null
     and not exists (select from invoiced_lines l
                      where l.tenant_id = p_tenant and l.customer_id = p_customer and l.line_id = s.id)
   order by s.id
  on conflict (tenant_id, customer_id, line_id) do nothing;

  insert into invoiced_lines (tenant_id, customer_id, line_id, sale_id, invoice_id)
  select p_tenant, p_customer, r.id, r.sale_id, l.invoice_id
    from invoiced_lines l
    join refunds r on r.tenant_id = p_tenant and r.sale_id = l.sale_id
   where l.tenant_id = p_tenant and l.invoice_id = any (p_ids) and l.line_id = l.sale_id
   order by r.id
  on conflict (tenant_id, customer_id, line_id) do nothing;

  if p_refunds then
    insert into invoiced_lines (tenant_id, customer_id, line_id, sale_id, invoice_id)
    select p_tenant, p_customer, r.id, r.sale_id,
           p_ids[array_position(p_categories, vat_category(r.vat_treatment, r.vat_rate))]
      from organisations o
      join refunds r on r.tenant_id = p_tenant and r.seller_id = o.id and r.id >= v_from and r.id < v_to
       and r.created_at >= p_since and r.created_at < p_until
      join invoiced_lines l on l.tenant_id = p_tenant and l.customer_id = p_customer and l.line_id = r.sale_id
     where o.tenant_id = p_tenant and p_customer = any (o.path)
       and vat_category(r.vat_treatment, r.vat_rate) = any (p_categories)
       and hop_price(r.chain, r.prices, p_customer, p_issuer) is not null
       and not exists (select from invoiced_lines c
                        where c.tenant_id = p_tenant and c.customer_id = p_customer and c.line_id = r.id)
     order by r.id
    on conflict (tenant_id, customer_id, line_id) do nothing;
  end if;

  v_made := array(select distinct x.invoice_id from invoice_lines_of(p_tenant, p_customer, p_ids) x);
  delete from invoiced_lines l
   where l.tenant_id = p_tenant and l.invoice_id = any (p_ids) and l.invoice_id <> all (v_made);
  perform note_billed(p_tenant, p_customer, v_made, 1);
  return query select * from invoice_lines_of(p_tenant, p_customer, v_made);
end $$;

/* Claims for the correction p_id the refunds in [p_since, p_until) of the sales in the document p_original. Answers
   their lines; none: nothing was claimed. PX404 not the issuer's. */
create or replace function claim_refunds(p_tenant int, p_issuer uuid, p_original uuid, p_since timestamptz,
  p_until timestamptz, p_id uuid)
returns table (invoice_id uuid, refund_id uuid, original_id uuid, product_name text, value bigint, price bigint,
  vat_treatment text, vat_rate int, vat_country text, sold_at timestamptz, refunded_at timestamptz, quantity bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare v_original invoices;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select i.* into v_original from invoices i
   where i.tenant_id = p_tenant and i.id = p_original and i.issuer_id = p_issuer;
  if not found then raise exception 'no such invoice' using errcode = 'PX404'; end if;
  perform lock_billing(p_tenant, v_original.customer_id);
  insert into invoiced_lines (tenant_id, customer_id, line_id, sale_id, invoice_id)
  select p_tenant, v_original.customer_id, r.id, r.sale_id, p_id
    from invoiced_lines l
    join refunds r on r.tenant_id = p_tenant and r.sale_id = l.sale_id and r.created_at >= p_since
     and r.created_at < p_until
   where l.tenant_id = p_tenant and l.invoice_id = p_original and l.line_id = l.sale_id
     and not exists (select from invoiced_lines c
                      where c.tenant_id = p_tenant and c.customer_id = v_original.customer_id and c.line_id = r.id)
   order by r.id
  on conflict (tenant_id, customer_id, line_id) do nothing;
  perform note_billed(p_tenant, v_original.customer_id, array[p_id], 1);
  return query select * from invoice_lines_of(p_tenant, v_original.customer_id, array[p_id]);
end $$;

/* Records the document p_invoice.id for the lines that were claimed for it, in the transaction that made it. PX422
   its amounts are not those of its lines. */
create or replace function put_invoice(p_tenant int, p_invoice jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_invoice invoices;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  v_invoice := jsonb_populate_record(null::invoices, p_invoice);
  v_invoice.tenant_id := p_tenant;
  v_invoice.paid := 0;
  v_invoice.cancels := false;
  v_invoice.cancelled_by := null;
  select d.created_at into v_invoice.created_at from documents d
   where d.tenant_id = p_tenant and d.id = v_invoice.id and d.owner_id = v_invoice.issuer_id;
  if not exists (
       select from invoice_lines_of(p_tenant, v_invoice.customer_id, array[v_invoice.id]) x
       having count(*) = v_invoice.lines and sum(x.quantity * x.price) = v_invoice.lines_total) then
    raise exception 'not what its lines come to' using errcode = 'PX422';
  end if;
  insert into invoices select v_invoice.*;
end $$;

/* Locks a document that is to be cancelled until the transaction ends, and answers how much of it was paid. PX404 not
   the issuer's, PX436 it is a correction itself, or was corrected before. */
create or replace function lock_to_cancel(p_tenant int, p_issuer uuid, p_invoice uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_invoice invoices;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  perform lock_billing(p_tenant, i.customer_id) from invoices i
   where i.tenant_id = p_tenant and i.id = p_invoice and i.issuer_id = p_issuer;
  select i.* into v_invoice from invoices i
   where i.tenant_id = p_tenant and i.id = p_invoice and i.issuer_id = p_issuer for no key update;
  if not found then raise exception 'no such invoice' using errcode = 'PX404'; end if;
  if v_invoice.corrects_id is not null or exists (
       select from invoices i where i.tenant_id = p_tenant and i.corrects_id = p_invoice) then
    raise exception 'corrected before' using errcode = 'PX436';
  end if;
  return v_invoice.paid;
end $$;

/* Records the document p_invoice.id, which cancels another document entirely, in the transaction that locked that
   document and made this one. The lines of the cancelled document can be billed again. PX422 the amounts are not
   exactly the opposite of those of the cancelled document. */
create or replace function put_cancellation(p_tenant int, p_invoice jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_invoice invoices;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  v_invoice := jsonb_populate_record(null::invoices, p_invoice);
  v_invoice.tenant_id := p_tenant;
  v_invoice.paid := 0;
  v_invoice.cancels := true;
  select d.created_at into v_invoice.created_at from documents d
   where d.tenant_id = p_tenant and d.id = v_invoice.id and d.owner_id = v_invoice.issuer_id;
  perform note_billed(p_tenant, v_invoice.customer_id, array[v_invoice.corrects_id], -1);
  delete from invoiced_lines l where l.tenant_id = p_tenant and l.invoice_id = v_invoice.corrects_id;
  insert into invoices select v_invoice.*;
  update invoices i set cancelled_by = v_invoice.id
   where i.tenant_id = p_tenant and i.id = v_invoice.corrects_id and i.cancelled_by is null
     and i.issuer_id = v_invoice.issuer_id and i.customer_id = v_invoice.customer_id
     and (i.lines_total, i.total) = (-v_invoice.lines_total, -v_invoice.total);
  if not found then raise exception 'not the same the other way round' using errcode = 'PX422'; end if;
end $$;

/* Records a payment of a document, or takes a recorded one back; an id is recorded once. Answers the total paid.
   PX404 not the issuer's, PX409 the id is another payment's, PX422 the total would not lie between 0 and the amount
   due, the amount is 0 or not in whole cents, or the document was cancelled. */
create or replace function note_invoice_payment(p_tenant int, p_now timestamptz, p_issuer uuid, p_user uuid, p_id uuid,
  p_invoice uuid, p_amount bigint, p_paid_on date, p_remarks text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_invoice invoices;
  v_before invoice_payments;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select i.* into v_invoice from invoices i
   where i.tenant_id = p_tenant and i.id = p_invoice and i.issuer_id = p_issuer for no key update;
  if not found then raise exception 'no such invoice' using errcode = 'PX404'; end if;
  select p.* into v_before from invoice_payments p where p.tenant_id = p_tenant and p.id = p_id;
  if found then
    if (v_before.invoice_id, v_before.amount, v_before.paid_on, v_before.created_by)
        is distinct from (p_invoice, p_amount, p_paid_on, p_user) then
      raise exception 'another payment' using errcode = 'PX409';
    end if;
    return v_invoice.paid;
  end if;
  if v_invoice.cancelled_by is not null or p_amount = 0 or p_amount % 100 <> 0
     or v_invoice.paid + p_amount not between least(v_invoice.due, 0) and greatest(v_invoice.due, 0) then
    raise exception 'amount' using errcode = 'PX422';
  end if;
  insert into invoice_payments (tenant_id, id, invoice_id, amount, paid_on, remarks, created_by, created_at)
  values (p_tenant, p_id, p_invoice, p_amount, p_paid_on, p_remarks, p_user, p_now)
  on conflict (tenant_id, id) do nothing;
  -- This id was used for a payment of another invoice before, so the payment is refused.
  if not found then raise exception 'another payment' using errcode = 'PX409'; end if;
  update invoices i set paid = i.paid + p_amount where i.tenant_id = p_tenant and i.id = p_invoice;
  return v_invoice.paid + p_amount;
end $$;
