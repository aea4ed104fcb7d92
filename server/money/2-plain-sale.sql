-- The sale about which nothing is special: one purchase of a shop directly below the owner of the goods. It costs three
-- quarters of the processor time of the general way (decision 0059).

/* Sells one purchase with few small statements, or does nothing and answers false; then sell() takes the general way,
   which sells it or says why it is refused. It sells only goods from stock that the shop's own parent owns and offers,
   at a price above zero and not below cost, without a rule of automatic credit, without due planned prices, out of a
   next queue head that is free and has enough PINs, none of them blocked. It locks in the order of sell(): key → wallet
   → queue head, and waits for no head. The caller has set the tenant. */
create or replace function plain_sale(p_tenant int, p_now timestamptz, p_key uuid, p_content bytea, p_user uuid,
  p_session uuid, p_seller uuid, p_configuration uuid, p_quantity int, p_sale uuid, p_download uuid,
  p_price_seen bigint, p_payment text) returns boolean
language plpgsql set search_path = public, pg_temp as $$
declare
  v_today date := (p_now at time zone 'Europe/Berlin')::date;
  v_owner uuid; v_product text; v_value bigint; v_price bigint; v_discount int; v_source text; v_stock uuid;
  v_vat text; v_rate int; v_country text; v_amount bigint; v_after bigint; v_seq bigint;
  v_batch int; v_stripe smallint; v_first int; v_cost bigint; v_stamped int;
begin
  -- The transaction gets its number before it reads the announcement of a closed time, as in not_closed().
  perform pg_current_xact_id();
  select p.owner_id, p.name, c.value, price_of(c.value, f.discount), f.discount, f.source, coalesce(c.draws_on, c.id),
         c.vat_treatment, c.vat_rate, c.vat_country
    into v_owner, v_product, v_value, v_price, v_discount, v_source, v_stock, v_vat, v_rate, v_country
    from sessions s
    join organisations o on o.tenant_id = p_tenant and o.id = p_seller and o.kind = 'seller' and o.is_active
    join configurations c
      on c.tenant_id = p_tenant and c.id = p_configuration and c.is_active and not c.is_pool
     and (c.draws_on is null or exists (
            select from configurations pool
             where pool.tenant_id = p_tenant and pool.id = c.draws_on and pool.is_active))
    join products p
      on p.tenant_id = p_tenant and p.id = c.product_id and p.is_active and p.provider is null
     and p.owner_id = o.parent_id
   cross join lateral (
     select r.discount, r.source, r.is_enabled from rungs_of(p_tenant, p_seller, c.product_id, c.id) r
      order by r.step limit 1) f
   where s.tenant_id = p_tenant and s.id = p_session and s.user_id = p_user and s.ended_at is null
     and not s.is_training and f.is_enabled
     and coalesce(p_price_seen = case when o.mask_seller_discount then c.value
                                      else price_of(c.value, f.discount) end, true)
     and not exists (
       select from closings where tenant_id = p_tenant and (until > p_now or first_id_at(until) > p_sale))
     and not exists (
       select from planned_prices d
        where d.tenant_id = p_tenant and d.state = 'coming' and d.valid_from <= v_today
          and o.parent_id = any (d.setters))
     and not exists (
       select from auto_credit_rules r where r.tenant_id = p_tenant and r.wallet_id = p_seller and r.is_enabled);
  if not found or v_price = 0 then return false; end if;
  v_amount := v_price * p_quantity;

  insert into transaction_keys (tenant_id, key, operation, user_id, content, cause_id, created_at)
  values (p_tenant, p_key, 'sale', p_user, p_content, p_sale, p_now) on conflict do nothing;
  if not found then return false; end if;

  -- The wallet is locked before the queue head, because the search for the head takes the tenant from the wallet. In a
  -- cluster the search needs p_tenant as well, to be planned for the tenant's node.
  select w.balance - v_amount, w.transfers + 1, h.batch_no, h.stripe, h.next_seq, h.cost
    into v_after, v_seq, v_batch, v_stripe, v_first, v_cost
    from (select w.tenant_id, w.balance, w.transfers from wallets w
           where w.tenant_id = p_tenant and w.organisation_id = p_seller and w.is_active
             and w.balance + w.credit_limit - w.held >= v_amount for no key update) w
   cross join lateral (
     select h.*, coalesce(h.cost_unit, price_of(v_value, h.buying_discount)) as cost, h.next_seq + p_quantity as behind
       from queue_heads h
      where h.tenant_id = w.tenant_id and h.tenant_id = p_tenant and h.configuration_id = v_stock and h.is_published
        and h.next_seq < h.end_seq and (h.expires_on is null or h.expires_on >= v_today)
      order by h.batch_no, h.stripe limit 1 for update skip locked) h
   where h.behind <= h.end_seq and h.cost <= v_price
     and not exists (select from pins p
                      where p.tenant_id = p_tenant and p.batch_no = h.batch_no
                        and p.seq >= h.next_seq and p.seq < h.behind and p.is_blocked);
  if not found then
    delete from transaction_keys k where k.tenant_id = p_tenant and k.key = p_key;
    return false;
  end if;

  update wallets w set balance = v_after, transfers = v_seq, last_sale_at = p_now
   where w.tenant_id = p_tenant and w.organisation_id = p_seller;
  update queue_heads h set next_seq = v_first + p_quantity, taken_at = p_now
   where h.tenant_id = p_tenant and h.configuration_id = v_stock and h.batch_no = v_batch and h.stripe = v_stripe;
  update pins p set sale_id = p_sale
   where p.tenant_id = p_tenant and p.batch_no = v_batch and p.seq >= v_first and p.seq < v_first + p_quantity
     and p.sale_id is null and not p.is_blocked;
  get diagnostics v_stamped = row_count;
  if v_stamped <> p_quantity then raise exception 'a PIN was blocked just now'; end if;
  insert into sales (tenant_id, id, seller_id, user_id, session_id, configuration_id, owner_id, product_name, quantity,
    value, price_unit, discount, price_source, amount_total, chain, prices, cost_total, balance_before, balance_after,
    ranges, vat_treatment, vat_rate, vat_country, download_id, created_at, key)
  values (p_tenant, p_sale, p_seller, p_user, p_session, p_configuration, v_owner, v_product, p_quantity,
    v_value, v_price, v_discount, v_source, v_amount, array[p_seller, v_owner], array[v_price], v_cost * p_quantity,
    v_after + v_amount, v_after, array[v_batch, v_first, p_quantity], v_vat, v_rate, v_country, p_download, p_now,
    p_key);
  insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after,
    created_by, created_at)
  values (p_tenant, p_seller, v_seq, p_seller, v_owner, v_amount, 'sale', p_sale, v_after, p_user, p_now);
  if p_payment is not null then
    insert into sale_payments (tenant_id, sale_id, kind) values (p_tenant, p_sale, p_payment);
  end if;
  return true;
end $$;
