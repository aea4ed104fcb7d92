-- Cancelled tickets: what the supplier gave back is refunded at every hop of the chain, in proportion to the prices
-- of the sale (decision 0047).
-- Lock order: cancellation → sale → wallets by id.

-- The share of p_price that corresponds to p_given out of p_value, rounded half away from zero.
create or replace function share_given(p_price bigint, p_given bigint, p_value bigint) returns bigint
language sql immutable parallel safe as
$$ select round(p_price::numeric * p_given / p_value)::bigint $$;

/* Books what the supplier gave back for the ticket p_key, only once: the passenger gets p_given, and every hop the
   same share of its price. Answers what the passenger gets back; a repeated call answers the same. PX404 nobody asked
   to cancel it, or it was never sold; PX422 more than was paid. */
create or replace function refund_trip(p_tenant int, p_now timestamptz, p_key uuid, p_refund uuid, p_user uuid,
  p_given bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_cancelled bus_cancellations;
  v_sale sales;
  v_prices bigint[];
  v_hops int;
  v_wallet wallets;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select c.* into v_cancelled from bus_cancellations c where c.tenant_id = p_tenant and c.key = p_key for update;
  if not found then raise exception 'not cancelled' using errcode = 'PX404'; end if;
  if v_cancelled.state = 'done' then return v_cancelled.given; end if;
  select s.* into v_sale from holds h
    join sales s on s.tenant_id = p_tenant and s.id = h.sale_id
   where h.tenant_id = p_tenant and h.key = p_key and h.state = 'posted' for no key update of s;
  if not found then raise exception 'never sold' using errcode = 'PX404'; end if;
  if p_given < 0 or p_given > v_sale.value then raise exception 'amount' using errcode = 'PX422'; end if;
  perform not_closed(p_tenant, p_now, array[p_refund]);

  if p_given > 0 then
    v_hops := cardinality(v_sale.prices);
    v_prices := array(select share_given(price, p_given, v_sale.value)
                        from unnest(v_sale.prices) with ordinality as n(price, hop) order by hop);
    insert into refunds (tenant_id, id, reclamation_id, sale_id, seller_id, user_id, configuration_id, owner_id,
      product_name, quantity, value, chain, prices, cost_total, vat_treatment, vat_rate, vat_country, created_at)
    values (p_tenant, p_refund, v_cancelled.id, v_sale.id, v_sale.seller_id, p_user, v_sale.configuration_id,
      v_sale.owner_id, v_sale.product_name, 1, p_given, v_sale.chain, v_prices,
      share_given(v_sale.cost_total, p_given, v_sale.value), v_sale.vat_treatment, v_sale.vat_rate,
      v_sale.vat_country, p_now);
    perform 1 from wallets w where w.tenant_id = p_tenant and w.organisation_id = any (v_sale.chain[1 : v_hops])
      order by w.organisation_id for no key update;
    for hop in 1 .. v_hops loop
      continue when v_prices[hop] = 0;
      update wallets w
         set balance = w.balance + v_prices[hop],
             transfers = w.transfers + 1
       where w.tenant_id = p_tenant and w.organisation_id = v_sale.chain[hop] returning w.* into v_wallet;
      insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after,
        created_by, created_at)
      values (p_tenant, v_sale.chain[hop], v_wallet.transfers, v_sale.chain[hop + 1], v_sale.chain[hop],
        v_prices[hop], 'refund', p_refund, v_wallet.balance, p_user, p_now);
    end loop;
  end if;
  update bus_cancellations c
     set state = 'done',
         given = p_given,
         refund_id = case when p_given > 0 then p_refund end,
         ended_at = p_now
   where c.tenant_id = p_tenant and c.key = p_key;
  return p_given;
end $$;
