-- The sale of a live product, in two steps (decision 0029). Step one holds the price at every hop and commits; then the
-- supplier is asked, outside any transaction; step two posts the sale or gives the held money back. Only post_hold()
-- moves money; until then the held money can neither be spent again nor get lost. Lock order: keys → the hold → its
-- order or the wallets by id. A transaction that needs both locks the hold first.

/* Holds the price of p_quantity at every hop, once per key, and writes down its order (3-order.sql), which only the
   holder of p_lease may send, until p_lease_until. p_value: retail price of a unit, as the supplier quotes it;
   null: the configuration's value. p_cost: unit price the supplier charges. p_id is new in every call, so that a
   statement repeated after a lost answer is recognised as the same call. Answers one row. 'held': the hold is open;
   is_new says that this call made it, so its caller asks the supplier to deliver and every other caller only asks for
   the state. 'sold': the hold was posted as sale_id. Or why nothing is held, with the codes of sell(): key_invalid,
   key_reused, key_void (also when the hold was given back), signed_out, not_on_offer, customer_stopped, price_changed
   (missing), credit_limit_reached (available, missing), reseller_limit, selling_too_fast (available),
   below_cost_limit. A refused call leaves nothing behind. PX422 when an amount is out of range, and when the call has
   no order: servers of a version without orders may hold nothing. The planner may use only look-ups by key: a plan
   made while the tables are small would go on reading whole tables for ever. */
create or replace function hold(p_tenant int, p_now timestamptz, p_key uuid, p_content bytea, p_id uuid, p_user uuid,
  p_session uuid, p_seller uuid, p_configuration uuid, p_quantity int, p_value bigint, p_price_seen bigint,
  p_supplier uuid, p_cost bigint, p_request jsonb, p_lease uuid default null, p_lease_until timestamptz default null,
  p_product text default null, p_recipient_end text default null, p_recipient_index bytea default null,
  p_sealed bytea default null, p_quote_until timestamptz default null)
returns table (code text, is_new boolean, sale_id uuid, available bigint, missing bigint)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_line purchase_line;
  v_wallets uuid[];
  v_rooms bigint[];
  v_room bigint;
  v_amount bigint;
  v_today date := (p_now at time zone 'Europe/Berlin')::date;
  v_is_below boolean;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  -- The commit of this transaction does not wait for the disk, so that no wallet stays locked meanwhile. send_order()
  -- commits later in the log and waits until both commits are on the disk, before anything is sent. If a crash loses
  -- the hold, no supplier was asked yet.
  perform set_config('synchronous_commit', 'off', true);
  if p_quantity < 1 or p_value < 1 or p_cost < 0 then raise exception 'amount' using errcode = 'PX422'; end if;
  if p_lease is null or p_sealed is null then raise exception 'no order' using errcode = 'PX422'; end if;

  insert into transaction_keys (tenant_id, key, operation, user_id, content, cause_id, created_at)
  values (p_tenant, p_key, 'hold', p_user, p_content, p_id, p_now) on conflict do nothing;
  if not found then
    return query
      select case
               when k.user_id <> p_user then 'key_invalid'
               when k.operation = 'void' then 'key_void'
               when k.operation <> 'hold' or k.content <> p_content then 'key_reused'
               when h.state = 'void' then 'key_void'
               when h.state = 'posted' then 'sold'
               else 'held' end,
             k.operation = 'hold' and k.cause_id = p_id, h.sale_id, null::bigint, null::bigint
        from transaction_keys k
        left join holds h on h.tenant_id = p_tenant and h.key = k.key and k.user_id = p_user and k.content = p_content
       where k.tenant_id = p_tenant and k.key = p_key;
    return;
  end if;
  perform not_closed(p_tenant, p_now);

  -- Resolve buyer, goods and prices.
  v_line := (purchase_lines(p_tenant, array[p_key], array[p_user], array[p_session], array[p_seller],
    array[p_configuration], array[p_quantity], array[p_key], array[p_value]))[1];
  if not v_line.session_live then
    code := 'signed_out';
  elsif v_line.owner_id is null or v_line.hops <> v_line.offered then
    code := 'not_on_offer';
  elsif not v_line.seller_active then
    code := 'customer_stopped';
  elsif p_price_seen <> v_line.price_shown then
    code := 'price_changed';
    missing := v_line.price_shown - p_price_seen;
  end if;

  -- Check that every hop can pay. A stopped wallet has nothing to spend (null).
  if code is null then
    select array_agg(w.organisation_id),
           array_agg(case when w.is_active then w.balance + w.credit_limit - w.held end)
      into v_wallets, v_rooms
      from (select w.* from wallets w where w.tenant_id = p_tenant and w.organisation_id = any (v_line.wallet_ids)
             order by w.organisation_id for no key update) w;
    for hop in 1 .. v_line.hops loop
      v_amount := v_line.prices[hop] * p_quantity;
      v_room := v_rooms[array_position(v_wallets, v_line.wallet_ids[hop])];
      continue when v_room >= v_amount;
      if hop > 1 then
        code := 'reseller_limit';
      elsif v_room is null then
        code := 'customer_stopped';
      else
        code := 'credit_limit_reached';
        available := v_room;
        missing := v_amount - v_room;
      end if;
      exit;
    end loop;
  end if;

  -- Check the selling speed: a shop or person may not sell more in a short time than any real shop does.
  if code is null then
    v_room := live_room(p_tenant, p_now, p_seller, p_user);
    if v_line.value * p_quantity > v_room then
      code := 'selling_too_fast';
      available := greatest(v_room, 0);
    end if;
  end if;

  -- Check that nobody loses more below cost than their limit for a day.
  if code is null then
    v_is_below := exists (select from generate_subscripts(v_line.prices, 1) hop
                           where loss_at(v_line.prices, p_cost, hop) > 0);
    if v_is_below and not has_loss_left(p_tenant, v_today, v_line.wallet_ids, v_line.parent_ids, v_line.prices,
                                        p_cost, p_quantity) then
      code := 'below_cost_limit';
    end if;
  end if;

  if code is not null then
    delete from transaction_keys k where k.tenant_id = p_tenant and k.key = p_key;
    is_new := false;
    return next;
    return;
  end if;

  if v_is_below then
    perform count_loss(p_tenant, v_today, v_line.wallet_ids, v_line.prices, p_cost, p_quantity);
  end if;
  update wallets w set held = w.held + n.price * p_quantity
    from unnest(v_line.wallet_ids, v_line.prices) as n(id, price)
   where w.tenant_id = p_tenant and w.organisation_id = n.id and n.price > 0;
  insert into holds (tenant_id, key, seller_id, user_id, session_id, configuration_id, owner_id, product_name, quantity,
    value, price_unit, discount, price_source, amount_total, chain, prices, cost_total, vat_treatment, vat_rate,
    vat_country, supplier_id, request, created_at)
  values (p_tenant, p_key, p_seller, p_user, p_session, p_configuration, v_line.owner_id, v_line.product_name,
    p_quantity, v_line.value, coalesce(v_line.prices[1], v_line.value), coalesce(v_line.discount, 0),
    coalesce(v_line.source, 'own_goods'), coalesce(v_line.prices[1], v_line.value) * p_quantity,
    coalesce(v_line.wallet_ids, '{}') || v_line.owner_id, coalesce(v_line.prices, '{}'), p_cost * p_quantity,
    v_line.vat_treatment, v_line.vat_rate, v_line.vat_country, p_supplier, p_request, p_now);
  insert into live_orders (tenant_id, key, connection_id, product_id, recipient_end, recipient_index, sealed,
    quote_until, next_at, leased_by, leased_until, created_at)
  values (p_tenant, p_key, p_supplier, p_product, p_recipient_end, p_recipient_index, p_sealed, p_quote_until,
    p_lease_until, p_lease, p_lease_until, p_now);
  code := 'held';
  is_new := true;
  return next;
end $$;

/* Turns a hold into the sale p_sale at the held prices and stores the supplier's own reference and the delivery,
   sealed. Answers the sale's id; the id of the first sale when the hold was posted before. PX404 no such hold, PX433
   when it was given back, PX437 when the reference belongs to another order. */
create or replace function post_hold(p_tenant int, p_now timestamptz, p_key uuid, p_sale uuid, p_reference text,
  p_payload bytea) returns uuid
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_hold holds;
  v_wallets uuid[];
  v_wallet wallets;
  v_amount bigint;
  v_after bigint;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select h.* into v_hold from holds h where h.tenant_id = p_tenant and h.key = p_key for update;
  if not found then raise exception 'no such hold' using errcode = 'PX404'; end if;
  if v_hold.state = 'posted' then return v_hold.sale_id; end if;
  if v_hold.state = 'void' then raise exception 'given back' using errcode = 'PX433'; end if;
  perform not_closed(p_tenant, p_now, array[p_sale]);
  perform reference_free(p_tenant, p_key, p_reference);
  -- Do everything that needs no wallet first, because all sales below a reseller wait while its wallet is locked.
  update holds h
     set state = 'posted',
         ended_at = p_now,
         sale_id = p_sale,
         reference = p_reference,
         payload = p_payload
   where h.tenant_id = p_tenant and h.key = p_key;
  perform end_order(p_tenant, p_now, p_key, 'delivered', p_reference, p_now + interval '1 hour');

  v_wallets := v_hold.chain[1 : cardinality(v_hold.prices)];
  perform 1 from wallets w where w.tenant_id = p_tenant and w.organisation_id = any (v_wallets)
    order by w.organisation_id for no key update;
  for hop in 1 .. cardinality(v_wallets) loop
    v_amount := v_hold.prices[hop] * v_hold.quantity;
    update wallets w
       set balance = w.balance - v_amount,
           held = w.held - v_amount,
           transfers = w.transfers + (v_amount > 0)::int,
           last_sale_at = case when hop = 1 then p_now else w.last_sale_at end
     where w.tenant_id = p_tenant and w.organisation_id = v_wallets[hop] returning w.* into v_wallet;
    if hop = 1 then v_after := v_wallet.balance; end if;
    continue when v_amount = 0;
    insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after,
      created_by, created_at)
    values (p_tenant, v_wallets[hop], v_wallet.transfers, v_wallets[hop], v_hold.chain[hop + 1], v_amount, 'sale',
      p_sale, v_wallet.balance, v_hold.user_id, p_now);
  end loop;

  insert into sales (tenant_id, id, key, seller_id, user_id, session_id, configuration_id, owner_id, product_name,
    quantity, value, price_unit, discount, price_source, amount_total, chain, prices, cost_total, balance_before,
    balance_after, ranges, vat_treatment, vat_rate, vat_country, created_at)
  values (p_tenant, p_sale, p_key, v_hold.seller_id, v_hold.user_id, v_hold.session_id, v_hold.configuration_id,
    v_hold.owner_id, v_hold.product_name, v_hold.quantity, v_hold.value, v_hold.price_unit, v_hold.discount,
    v_hold.price_source, v_hold.amount_total, v_hold.chain, v_hold.prices, v_hold.cost_total,
    v_after + v_hold.amount_total, v_after, '{}', v_hold.vat_treatment, v_hold.vat_rate, v_hold.vat_country, p_now);
  -- Book automatic credit at once, as in sell(): rules are locked after their wallets, in the same order, and only
  -- wallets with a rule are looked at.
  perform run_auto_credit(p_tenant, p_now, w.id)
     from (select u.id from unnest(v_wallets) as u(id)
            where exists (select from auto_credit_rules r
                           where r.tenant_id = p_tenant and r.wallet_id = u.id and r.is_enabled)
            order by u.id) w;
  return p_sale;
end $$;

/* Gives back the money of a hold and the loss it counted against the day's limit. Only proof that nothing was
   delivered, or a named person (p_by, with p_reason), may void a hold; age alone never does. p_again: when to ask the
   supplier once more, because the reason may turn out wrong. Voiding it twice changes nothing. PX404 no such hold,
   PX432 when it was sold. */
create or replace function void_hold(p_tenant int, p_now timestamptz, p_key uuid, p_by uuid, p_reason text,
  p_again timestamptz default null) returns void
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_hold holds;
  v_wallets uuid[];
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select h.* into v_hold from holds h where h.tenant_id = p_tenant and h.key = p_key for update;
  if not found then raise exception 'no such hold' using errcode = 'PX404'; end if;
  if v_hold.state = 'void' then return; end if;
  if v_hold.state = 'posted' then raise exception 'it was sold' using errcode = 'PX432'; end if;

  v_wallets := v_hold.chain[1 : cardinality(v_hold.prices)];
  perform 1 from wallets w where w.tenant_id = p_tenant and w.organisation_id = any (v_wallets)
    order by w.organisation_id for no key update;
  update wallets w set held = w.held - n.price * v_hold.quantity
    from unnest(v_wallets, v_hold.prices) as n(id, price)
   where w.tenant_id = p_tenant and w.organisation_id = n.id and n.price > 0;
  perform count_loss_back(p_tenant, (v_hold.created_at at time zone 'Europe/Berlin')::date, v_wallets, v_hold.prices,
    v_hold.cost_total / v_hold.quantity, v_hold.quantity);
  update holds h
     set state = 'void',
         ended_at = p_now,
         ended_by = p_by,
         reason = p_reason
   where h.tenant_id = p_tenant and h.key = p_key;
  perform end_order(p_tenant, p_now, p_key, 'refused', null, p_again);
end $$;
