-- The sale: sells many purchases in one commit, each with its own outcome; a single purchase is a batch of one. Lock
-- order: keys → wallets by id → their rules of automatic credit → queue heads. Wallets of the whole batch are locked
-- before the first head, and no call waits for a head (unless p_wait), so no two calls wait in a circle. Wallets are
-- read once and written once for the whole batch, and so are heads unless p_wait.

/* Sells purchases: arrays of equal length have one element per purchase; no key comes twice in one call. With p_wait a
   call has one purchase, or the lines of a basket in the order of their stock, so that heads are locked in one order.
   Answers one row per purchase: code 'sold' (also for a key that was sold before, with the first sale's id), or why it
   was not sold: key_invalid (somebody else's), key_reused, key_void, signed_out, not_on_offer, customer_stopped,
   credit_limit_reached (available, missing: money of the seller's own wallet), price_changed (missing: price now less
   price seen, for one unit), reseller_limit, below_cost_limit (beyond the day's limit), out_of_stock,
   taken_a_moment_ago (left_over: PINs not sold), busy (try alone, with p_wait; or planned prices are due). Refused
   purchases leave nothing behind. p_price_seen: the unit price the till showed, or null; compared with price_shown.
   p_content covers neither p_price_seen nor p_payment (how the customer paid): a sold key gets the same answer after
   its price has changed. The planner may only use keys: a plan made while tables are small would read whole tables. */
create or replace function sell(p_tenant int, p_now timestamptz, p_wait boolean, p_key uuid[], p_content bytea[],
  p_user uuid[], p_session uuid[], p_seller uuid[], p_configuration uuid[], p_quantity int[], p_sale uuid[],
  p_download uuid[], p_price_seen bigint[] default null, p_payment text[] default null)
returns table (ord int, code text, sale_id uuid, available bigint, missing bigint, left_over int)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_fresh uuid[]; v_refused uuid[] := '{}'; v_sellers uuid[];
  v_lines purchase_line[]; v_line purchase_line; v_sales sales[] := '{}'; v_transfers transfers[] := '{}';
  -- The locked wallets, one element in each array: balance, credit limit less held money, number of transfers so far.
  v_wallets uuid[]; v_balances bigint[]; v_rooms bigint[]; v_counts bigint[]; v_actives boolean[];
  v_parents uuid[]; v_bases bigint[]; v_discounts int[];
  -- One queue head per stock, one element in each array; [next, end) are its remaining numbers.
  v_heads uuid[]; v_batches int[]; v_stripes smallint[]; v_nexts int[]; v_ends int[]; v_costs bigint[];
  v_wallet int; v_head int; v_amount bigint; v_before bigint; v_ranges int[]; v_cost bigint;
  v_unit bigint; v_is_below boolean; v_sold int := 0; v_stamped int;
  -- The wallets' rules of automatic credit, one element in each array; `booked` is today's amount.
  v_rule int; v_ruled uuid[]; v_triggers bigint[]; v_topups bigint[]; v_dailies bigint[]; v_booked bigint[];
  v_days date[]; v_froms bigint[]; v_due uuid[]; v_today date := (p_now at time zone 'Europe/Berlin')::date;
begin
  perform set_config('app.tenant', p_tenant::text, true);

  -- A purchase that comes alone and has nothing special about it is sold the short way.
  if not p_wait and cardinality(p_key) = 1 and plain_sale(p_tenant, p_now, p_key[1], p_content[1], p_user[1],
    p_session[1], p_seller[1], p_configuration[1], p_quantity[1], p_sale[1], p_download[1], p_price_seen[1],
    p_payment[1]) then return query select 1, 'sold', p_sale[1], null::bigint, null::bigint, null::int; return; end if;

  -- 1. Take the keys. A key that is not new already has an outcome, which is returned again.
  with fresh as (
    insert into transaction_keys (tenant_id, key, operation, user_id, content, cause_id, created_at)
    select p_tenant, r.key, 'sale', r.user_id, r.content, r.sale_id, p_now
      from unnest(p_key, p_user, p_content, p_sale) as r(key, user_id, content, sale_id)
     order by r.key on conflict do nothing returning key)
  select coalesce(array_agg(f.key), '{}') into v_fresh from fresh f;
  if cardinality(v_fresh) < cardinality(p_key) then
    return query
      select r.ord::int,
             case when k.operation = 'void' and k.user_id = r.user_id then 'key_void'
                  when k.user_id <> r.user_id then 'key_invalid'
                  when k.operation <> 'sale' or k.content <> r.content then 'key_reused'
                  else 'sold' end,
             k.cause_id, null::bigint, null::bigint, null::int
        from unnest(p_key, p_user, p_content) with ordinality as r(key, user_id, content, ord)
        join transaction_keys k on k.tenant_id = p_tenant and k.key = r.key
       where r.key <> all (v_fresh);
    if v_fresh = '{}' then return; end if;
  end if;
  perform not_closed(p_tenant, p_now, p_sale);

  -- 2. Find the organisations with due planned prices. This comes before prices are read, or a change could be missed.
  select array_agg(s.id) into v_due from planned_prices d cross join lateral unnest(d.setters) as s(id)
   where d.tenant_id = p_tenant and d.state = 'coming' and d.valid_from <= v_today;
  v_lines := purchase_lines(p_tenant, p_key, p_user, p_session, p_seller, p_configuration, p_quantity, p_sale);

  -- 3. Lock the wallets by id. Held money (decision 0029) cannot be spent.
  select array_agg(w.organisation_id), array_agg(w.balance), array_agg(w.credit_limit - w.held), array_agg(w.transfers),
         array_agg(w.is_active), array_agg(w.parent_id), array_agg(w.alert_base)
    into v_wallets, v_balances, v_rooms, v_counts, v_actives, v_parents, v_bases
    from (select w.* from wallets w where w.tenant_id = p_tenant
             and w.organisation_id in (select unnest(l.wallet_ids) from unnest(v_lines) l
                                        where l.key = any (v_fresh) and l.hops = l.offered)
           order by w.organisation_id for no key update) w;

  -- 4. Lock the rules of automatic credit of these wallets, each after its wallet. The day that a rule counts for
  -- never moves backwards.
  select array_agg(r.wallet_id), array_agg(r.balance_trigger), array_agg(r.balance_topup), array_agg(r.daily_limit),
         array_agg(case when r.booked_on >= v_today then r.booked else 0 end),
         array_agg(greatest(r.booked_on, v_today)),
         array_agg(case when r.booked_on >= v_today then r.booked_from
                        else v_counts[array_position(v_wallets, r.wallet_id)] end)
    into v_ruled, v_triggers, v_topups, v_dailies, v_booked, v_days, v_froms
    from (select r.* from auto_credit_rules r
           where r.tenant_id = p_tenant and r.wallet_id = any (v_wallets) and r.is_enabled
           order by r.wallet_id for update) r;

  -- 5. Lock one queue head per stock, unless another sale has it; a head with a hole is left to a single purchase. (The
  -- bounds are plain columns, because behind row level security only plain columns can use an index.)
  if not p_wait then
    select array_agg(h.configuration_id), array_agg(h.batch_no), array_agg(h.stripe), array_agg(h.next_seq),
           array_agg(h.end_seq), array_agg(h.cost_unit), array_agg(h.buying_discount)
      into v_heads, v_batches, v_stripes, v_nexts, v_ends, v_costs, v_discounts
      from (select l.stock_id, sum(l.quantity)::int as wanted from unnest(v_lines) l
             where l.key = any (v_fresh) and l.hops = l.offered group by l.stock_id) need
      cross join lateral (
        select h.*, h.next_seq + need.wanted as behind from queue_heads h
         where h.tenant_id = p_tenant and h.configuration_id = need.stock_id and h.is_published
           and h.next_seq < h.end_seq and (h.expires_on is null or h.expires_on >= v_today)
         order by h.batch_no, h.stripe limit 1 for update skip locked) h
     where not exists (select from pins p
                        where p.tenant_id = p_tenant and p.batch_no = h.batch_no
                          and p.seq >= h.next_seq and p.seq < h.behind and p.is_blocked);
  end if;

  foreach v_line in array v_lines loop
    continue when v_line.key <> all (v_fresh);
    ord := v_line.ord; sale_id := null; available := null; left_over := null;

    -- 6. Check that this purchase may be sold: session, offer, price, money at every hop.
    code := case when not v_line.session_live then 'signed_out'
                 when v_due && v_line.parent_ids then 'busy'
                 when v_line.owner_id is null or v_line.hops <> v_line.offered then 'not_on_offer'
                 when not v_line.seller_active then 'customer_stopped'
                 when p_price_seen[v_line.ord] <> v_line.price_shown then 'price_changed' end;
    missing := case code when 'price_changed' then v_line.price_shown - p_price_seen[v_line.ord] end;
    if code is null then
      for hop in 1 .. v_line.hops loop
        v_amount := v_line.prices[hop] * v_line.quantity;
        v_wallet := array_position(v_wallets, v_line.wallet_ids[hop]);
        continue when v_actives[v_wallet] and v_balances[v_wallet] + v_rooms[v_wallet] >= v_amount;
        code := case when hop > 1 then 'reseller_limit' when v_actives[v_wallet] then 'credit_limit_reached'
                     else 'customer_stopped' end;
        available := case code when 'credit_limit_reached' then v_balances[v_wallet] + v_rooms[v_wallet] end;
        missing := v_amount - available;
        exit;
      end loop;
    end if;

    -- 7. Check whether some hop sells below cost and would lose more than its limit for a day.
    if code is null then
      v_head := array_position(v_heads, v_line.stock_id);
      v_unit := case when p_wait then unit_cost(p_tenant, v_line.stock_id, v_line.value, v_today)
                     else coalesce(v_costs[v_head], price_of(v_line.value, v_discounts[v_head])) end;
      v_is_below := false;
      for hop in 1 .. v_line.hops loop
        v_is_below := v_is_below or coalesce(coalesce(v_line.prices[hop + 1], v_unit) > v_line.prices[hop], false);
      end loop;
      if v_is_below and not has_loss_left(p_tenant, v_today, v_line.wallet_ids, v_line.parent_ids, v_line.prices,
                                          v_unit, v_line.quantity) then
        code := 'below_cost_limit';
      end if;
    end if;

    -- 8. Take the PINs: from the head locked above, or, for a single purchase, from one head after the other.
    if code is null then
      v_ranges := null;
      if p_wait then
        select t.ranges, t.cost into v_ranges, v_cost
          from take_pins(p_tenant, v_line.stock_id, v_line.value, v_line.quantity, v_line.sale_id, p_now) t;
      elsif v_nexts[v_head] + v_line.quantity <= v_ends[v_head] then
        v_ranges := array[v_batches[v_head], v_nexts[v_head], v_line.quantity];
        v_cost := coalesce(v_costs[v_head], price_of(v_line.value, v_discounts[v_head])) * v_line.quantity;
        v_nexts[v_head] := v_nexts[v_head] + v_line.quantity;
      end if;
      if v_ranges is null then
        select s.code, s.left_over into code, left_over
          from shortage_of(p_tenant, v_line.stock_id, v_line.quantity, p_now) s;
      end if;
    end if;

    if code is not null then
      v_refused := v_refused || v_line.key; return next; continue;
    end if;

    -- 9. Move the money at every hop.
    if v_is_below then
      perform count_loss(p_tenant, v_today, v_line.wallet_ids, v_line.prices, v_unit, v_line.quantity);
    end if;
    v_before := v_balances[array_position(v_wallets, v_line.wallet_ids[1])];
    for hop in 1 .. v_line.hops loop
      v_amount := v_line.prices[hop] * v_line.quantity;
      continue when v_amount = 0;
      v_wallet := array_position(v_wallets, v_line.wallet_ids[hop]);
      v_balances[v_wallet] := v_balances[v_wallet] - v_amount;
      v_counts[v_wallet] := v_counts[v_wallet] + 1;
      v_transfers := v_transfers || (p_tenant, v_line.wallet_ids[hop], v_counts[v_wallet], v_line.wallet_ids[hop],
        v_line.parent_ids[hop], v_amount, 'sale', v_line.sale_id, v_balances[v_wallet], '', '', v_line.user_id,
        p_now)::transfers;
    end loop;

    -- 10. Book automatic credit at once, so that the next purchase can use it. Each sale books a rule at most once.
    for hop in 1 .. case when v_ruled is null then 0 else v_line.hops end loop
      v_rule := array_position(v_ruled, v_line.wallet_ids[hop]);
      continue when v_rule is null;
      v_wallet := array_position(v_wallets, v_ruled[v_rule]);
      continue when v_balances[v_wallet] >= v_triggers[v_rule]
                 or v_booked[v_rule] + v_topups[v_rule] > v_dailies[v_rule];
      v_booked[v_rule] := v_booked[v_rule] + v_topups[v_rule];
      v_balances[v_wallet] := v_balances[v_wallet] + v_topups[v_rule];
      v_counts[v_wallet] := v_counts[v_wallet] + 1;
      v_bases[v_wallet] := v_balances[v_wallet] + v_rooms[v_wallet];
      v_transfers := v_transfers || (p_tenant, v_ruled[v_rule], v_counts[v_wallet], v_parents[v_wallet],
        v_ruled[v_rule], v_topups[v_rule], 'auto_credit', v_line.sale_id, v_balances[v_wallet], '', '', v_line.user_id,
        p_now)::transfers;
    end loop;

    -- 11. Collect the row of the sale, in the order of its table's columns.
    code := 'sold'; sale_id := v_line.sale_id;
    v_sold := v_sold + v_line.quantity;
    v_amount := coalesce(v_line.prices[1], v_line.value);
    v_sales := v_sales || (p_tenant, v_line.sale_id, v_line.seller_id, v_line.user_id, v_line.session_id,
      v_line.configuration_id, v_line.owner_id, v_line.product_name, v_line.quantity, v_line.value, v_amount,
      coalesce(v_line.discount, 0), coalesce(v_line.source, 'own_goods'), v_amount * v_line.quantity,
      coalesce(v_line.wallet_ids, '{}') || v_line.owner_id, coalesce(v_line.prices, '{}'), v_cost, v_before,
      v_before - v_amount * v_line.quantity, v_ranges, v_line.vat_treatment, v_line.vat_rate, v_line.vat_country,
      'successful', 0, p_download[v_line.ord], null, p_now, v_line.key)::sales;
    v_sellers := v_sellers || v_line.seller_id;
    return next;
  end loop;

  -- 12. Write wallets, heads and rules once for the whole batch.
  if v_sold > 0 then
    if v_ruled is not null then
      update auto_credit_rules r set booked_on = n.day, booked = n.booked, booked_from = n.behind
        from unnest(v_ruled, v_days, v_booked, v_froms) as n(id, day, booked, behind)
       where r.tenant_id = p_tenant and r.wallet_id = n.id
         and (r.booked_on, r.booked) is distinct from (n.day, n.booked);
    end if;
    update wallets w set balance = n.balance, transfers = n.transfers, alert_base = n.base,
           last_sale_at = case when n.id = any (v_sellers) then p_now else w.last_sale_at end
      from unnest(v_wallets, v_balances, v_counts, v_bases) as n(id, balance, transfers, base)
     where w.tenant_id = p_tenant and w.organisation_id = n.id and w.transfers <> n.transfers;
    if not p_wait then
      update queue_heads h set next_seq = n.next_seq, taken_at = p_now
        from unnest(v_heads, v_batches, v_stripes, v_nexts) as n(configuration_id, batch_no, stripe, next_seq)
       where h.tenant_id = p_tenant and h.configuration_id = n.configuration_id and h.batch_no = n.batch_no
         and h.stripe = n.stripe and h.next_seq < n.next_seq;
      update pins p set sale_id = s.id
        from (select s.id, s.ranges[1] as batch_no, s.ranges[2] as first, s.ranges[2] + s.ranges[3] as behind
                from unnest(v_sales) s offset 0) s
       where p.tenant_id = p_tenant and p.batch_no = s.batch_no and p.seq >= s.first and p.seq < s.behind
         and p.sale_id is null and not p.is_blocked;
      get diagnostics v_stamped = row_count;
      if v_stamped <> v_sold then raise exception 'a PIN was blocked just now'; end if;
    end if;
    insert into sales select * from unnest(v_sales);
    insert into transfers select * from unnest(v_transfers);
    insert into sale_payments (tenant_id, sale_id, kind)
    select p_tenant, n.id, n.kind from unnest(p_sale, p_payment) as n(id, kind)
     where p_payment is not null and n.kind is not null and exists (select from unnest(v_sales) s where s.id = n.id);
  end if;
  if v_refused <> '{}' then
    delete from transaction_keys k where k.tenant_id = p_tenant and k.key = any (v_refused);
  end if;
end $$;
