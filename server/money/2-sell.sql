-- The sale. Many purchases, one commit, each with its own outcome; one purchase alone is a batch of one.
-- Lock order: keys → wallets by id → queue heads. Wallets of the whole batch are locked before the first head is touched, and a head is never
-- waited for (unless p_wait, for a purchase alone): so no two calls can wait for each other in a circle.

do $$ begin
  create type purchase_line as (
    ord int, key uuid, user_id uuid, session_id uuid, seller_id uuid, configuration_id uuid, quantity int, sale_id uuid,
    session_live boolean, seller_active boolean, owner_id uuid, product_name text, value bigint,
    vat_treatment text, vat_rate int, vat_country text,
    -- The climb from the seller to the owner of the goods, one entry a hop; `offered` counts the hops that have a price.
    hops int, offered int, wallet_ids uuid[], parent_ids uuid[], prices bigint[], discount int, source text);
exception when duplicate_object then null; end $$;

-- Takes p_quantity PINs from the oldest published batches: [batch_no, first, count, …] and what they cost, or null when there are too few free ones.
-- Numbers whose PIN is blocked are holes: passed over, the head moves on behind them.
create or replace function take_pins(p_tenant int, p_configuration uuid, p_quantity int, p_sale uuid, p_now timestamptz, p_wait boolean,
  out ranges int[], out cost bigint) language plpgsql as $$
declare
  v_missing int := p_quantity;
  v_stamped int;
  v_today date := (p_now at time zone 'Europe/Berlin')::date;
  v_head record;
  v_taken_before timestamptz[] := '{}';
begin
  ranges := '{}'; cost := 0;
  while v_missing > 0 loop
    if p_wait then
      select h.batch_no, h.stripe, h.next_seq, least(v_missing, h.end_seq - h.next_seq) as n, h.cost_unit, h.taken_at into v_head from queue_heads h
       where h.tenant_id = p_tenant and h.configuration_id = p_configuration and h.is_published and h.next_seq < h.end_seq
         and (h.expires_on is null or h.expires_on >= v_today)
       order by h.batch_no, h.stripe limit 1 for update;
    else
      select h.batch_no, h.stripe, h.next_seq, least(v_missing, h.end_seq - h.next_seq) as n, h.cost_unit, h.taken_at into v_head from queue_heads h
       where h.tenant_id = p_tenant and h.configuration_id = p_configuration and h.is_published and h.next_seq < h.end_seq
         and (h.expires_on is null or h.expires_on >= v_today)
       order by h.batch_no, h.stripe limit 1 for update skip locked;
    end if;
    exit when not found;
    update queue_heads h set next_seq = v_head.next_seq + v_head.n, taken_at = p_now
     where h.tenant_id = p_tenant and h.configuration_id = p_configuration and h.batch_no = v_head.batch_no and h.stripe = v_head.stripe;
    update pins p set sale_id = p_sale
     where p.tenant_id = p_tenant and p.batch_no = v_head.batch_no and p.seq >= v_head.next_seq and p.seq < v_head.next_seq + v_head.n
       and p.sale_id is null and not p.is_blocked;
    get diagnostics v_stamped = row_count;
    ranges := ranges || array[v_head.batch_no, v_head.next_seq, v_head.n];
    v_taken_before := v_taken_before || v_head.taken_at;
    cost := cost + v_stamped * v_head.cost_unit;
    v_missing := v_missing - v_stamped;
  end loop;
  if v_missing = 0 then return; end if;
  -- Too few: everything taken goes back. The heads are still ours, so nobody can have moved them on.
  for i in reverse coalesce(array_length(ranges, 1), 0) / 3 .. 1 loop
    update pins p set sale_id = null
     where p.tenant_id = p_tenant and p.batch_no = ranges[3 * i - 2] and p.seq >= ranges[3 * i - 1] and p.seq < ranges[3 * i - 1] + ranges[3 * i]
       and p.sale_id = p_sale;
    update queue_heads h set next_seq = h.next_seq - ranges[3 * i], taken_at = v_taken_before[i]
     where h.tenant_id = p_tenant and h.configuration_id = p_configuration and h.batch_no = ranges[3 * i - 2]
       and h.next_seq = ranges[3 * i - 1] + ranges[3 * i] and h.first_seq <= ranges[3 * i - 1];
  end loop;
  ranges := null;
end $$;

-- Why nothing could be taken: the free PINs there are, whether a head is only locked by somebody else just now, and the last time one was sold.
create or replace function shortage_of(p_tenant int, p_configuration uuid, p_quantity int, p_now timestamptz, out code text, out left_over int)
language sql stable as $$
  select case when coalesce(sum(h.end_seq - h.next_seq), 0) >= p_quantity then 'busy'
              when max(h.taken_at) > p_now - interval '1 minute' then 'taken_a_moment_ago'
              else 'out_of_stock' end,
         coalesce(sum(h.end_seq - h.next_seq), 0)::int
    from queue_heads h
   where h.tenant_id = p_tenant and h.configuration_id = p_configuration and h.is_published
     and (h.expires_on is null or h.expires_on >= (p_now at time zone 'Europe/Berlin')::date)
$$;

-- Resolves the purchases of a batch: who buys, whether it is on offer, and what each hop of the climb pays.
create or replace function purchase_lines(p_tenant int, p_key uuid[], p_user uuid[], p_session uuid[], p_seller uuid[], p_configuration uuid[], p_quantity int[], p_sale uuid[])
returns purchase_line[] language sql stable as $$
  select array_agg((r.ord, r.key, r.user_id, r.session_id, r.seller_id, r.configuration_id, r.quantity, r.sale_id,
      s.id is not null, coalesce(o.is_active, false), p.owner_id, p.name, c.value, c.vat_treatment, c.vat_rate, c.vat_country,
      climb.hops, climb.offered, climb.wallet_ids, climb.parent_ids, climb.prices, climb.discount, climb.source)::purchase_line order by r.ord)
    from unnest(p_key, p_user, p_session, p_seller, p_configuration, p_quantity, p_sale) with ordinality
         as r(key, user_id, session_id, seller_id, configuration_id, quantity, sale_id, ord)
    left join sessions s on s.tenant_id = p_tenant and s.id = r.session_id and s.user_id = r.user_id and s.ended_at is null
    left join organisations o on o.tenant_id = p_tenant and o.id = r.seller_id
    left join configurations c on c.tenant_id = p_tenant and c.id = r.configuration_id and c.is_active
    left join products p on p.tenant_id = p_tenant and p.id = c.product_id and p.is_active and p.owner_id = any (o.path)
    left join lateral (
      select count(*)::int as hops, count(f.discount)::int as offered,
             array_agg(o.path[level] order by level desc) as wallet_ids, array_agg(o.path[level - 1] order by level desc) as parent_ids,
             array_agg(price_of(c.value, f.discount) order by level desc) as prices,
             (array_agg(f.discount order by level desc))[1] as discount, (array_agg(f.source order by level desc))[1] as source
        from generate_series(array_position(o.path, p.owner_id) + 1, cardinality(o.path)) as level
        left join lateral offer_of(p_tenant, o.path[level], c.product_id, c.id) f on true) climb on true
$$;

/* Sells. Arrays of equal length, one place a purchase; no key twice in one call.
   Answers a row a purchase: code 'sold' (also for a key that was sold before, with the first sale's id), or why not:
   key_reused, key_void, signed_out, not_on_offer, customer_stopped, credit_limit_reached (available, missing: money of the seller's own wallet),
   reseller_limit, out_of_stock / taken_a_moment_ago (left_over: PINs there are), busy (try alone, with p_wait). A refused purchase leaves nothing behind. */
create or replace function sell(p_tenant int, p_now timestamptz, p_wait boolean, p_key uuid[], p_content bytea[], p_user uuid[], p_session uuid[],
  p_seller uuid[], p_configuration uuid[], p_quantity int[], p_sale uuid[], p_download uuid[])
returns table (ord int, code text, sale_id uuid, available bigint, missing bigint, left_over int)
language plpgsql security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_lines purchase_line[];
  v_line purchase_line;
  v_fresh boolean[];
  v_refused uuid[] := '{}';
  v_sales sales[] := '{}';
  v_transfers transfers[] := '{}';
  v_sale sales;
  v_transfer transfers;
  v_wallet record;
  v_taken record;
  v_amount bigint;
  v_paid int;
begin
  perform set_config('app.tenant', p_tenant::text, true);

  insert into transaction_keys (tenant_id, key, operation, user_id, content, cause_id, created_at)
  select p_tenant, r.key, 'sale', r.user_id, r.content, r.sale_id, p_now from unnest(p_key, p_user, p_content, p_sale) as r(key, user_id, content, sale_id)
   order by r.key on conflict do nothing;
  -- Ours where the cause is the sale we came with; otherwise the key has a history, and that is the answer.
  for ord, code, sale_id in
    select r.ord, case when k.cause_id = r.sale_id then null when k.operation = 'void' and k.user_id = r.user_id then 'key_void'
                       when k.user_id <> r.user_id then 'key_invalid'
                       when k.operation <> 'sale' or k.content <> r.content then 'key_reused' else 'sold' end, k.cause_id
      from unnest(p_key, p_user, p_content, p_sale) with ordinality as r(key, user_id, content, sale_id, ord)
      join transaction_keys k on k.tenant_id = p_tenant and k.key = r.key order by r.ord
  loop
    v_fresh[ord] := code is null;
    if code is not null then return next; end if;
  end loop;

  v_lines := purchase_lines(p_tenant, p_key, p_user, p_session, p_seller, p_configuration, p_quantity, p_sale);
  perform 1 from wallets w where w.tenant_id = p_tenant
     and w.organisation_id in (select unnest(l.wallet_ids) from unnest(v_lines) l where v_fresh[l.ord] and l.hops = l.offered)
   order by w.organisation_id for no key update;

  foreach v_line in array v_lines loop
    if not v_fresh[v_line.ord] then continue; end if;
    ord := v_line.ord; code := null; sale_id := null; available := null; missing := null; left_over := null; v_paid := 0;
    if not v_line.session_live then code := 'signed_out';
    elsif v_line.owner_id is null or v_line.hops <> v_line.offered then code := 'not_on_offer';
    elsif not v_line.seller_active then code := 'customer_stopped';
    end if;

    v_sale := null;
    for hop in 1 .. case when code is null then v_line.hops else 0 end loop
      v_amount := v_line.prices[hop] * v_line.quantity;
      update wallets w set balance = w.balance - v_amount, transfers = w.transfers + (v_amount > 0)::int
       where w.tenant_id = p_tenant and w.organisation_id = v_line.wallet_ids[hop] and w.is_active and w.balance + w.credit_limit - w.held >= v_amount
      returning w.balance, w.transfers into v_wallet;
      if not found then
        select w.balance + w.credit_limit - w.held as free, w.is_active into v_wallet from wallets w where w.tenant_id = p_tenant and w.organisation_id = v_line.wallet_ids[hop];
        if hop > 1 then code := 'reseller_limit';
        elsif not coalesce(v_wallet.is_active, false) then code := 'customer_stopped';
        else code := 'credit_limit_reached'; available := v_wallet.free; missing := v_amount - v_wallet.free;
        end if;
        exit;
      end if;
      v_paid := hop;
      if hop = 1 then v_sale.balance_before := v_wallet.balance + v_amount; v_sale.balance_after := v_wallet.balance; end if;
      if v_amount > 0 then
        v_transfer := (p_tenant, v_line.wallet_ids[hop], v_wallet.transfers, v_line.wallet_ids[hop], v_line.parent_ids[hop], v_amount, 'sale', v_line.sale_id, v_wallet.balance,
          '', '', v_line.user_id, p_now)::transfers;
        v_transfers := v_transfers || v_transfer;
      end if;
    end loop;

    if code is null then
      v_taken := take_pins(p_tenant, v_line.configuration_id, v_line.quantity, v_line.sale_id, p_now, p_wait);
      if v_taken.ranges is null then
        select s.code, s.left_over into code, left_over from shortage_of(p_tenant, v_line.configuration_id, v_line.quantity, p_now) s;
      end if;
    end if;

    if code is null then
      code := 'sold'; sale_id := v_line.sale_id;
      v_sale.tenant_id := p_tenant; v_sale.id := v_line.sale_id; v_sale.seller_id := v_line.seller_id; v_sale.user_id := v_line.user_id; v_sale.session_id := v_line.session_id;
      v_sale.configuration_id := v_line.configuration_id; v_sale.owner_id := v_line.owner_id; v_sale.product_name := v_line.product_name;
      v_sale.quantity := v_line.quantity; v_sale.value := v_line.value;
      v_sale.price_unit := coalesce(v_line.prices[1], v_line.value); v_sale.discount := coalesce(v_line.discount, 0); v_sale.price_source := coalesce(v_line.source, 'own_goods');
      v_sale.amount_total := v_sale.price_unit * v_line.quantity; v_sale.chain := coalesce(v_line.wallet_ids, '{}') || v_line.owner_id; v_sale.prices := coalesce(v_line.prices, '{}');
      v_sale.cost_total := v_taken.cost; v_sale.ranges := v_taken.ranges;
      v_sale.vat_treatment := v_line.vat_treatment; v_sale.vat_rate := v_line.vat_rate; v_sale.vat_country := v_line.vat_country;
      v_sale.status := 'successful'; v_sale.copies := 0; v_sale.download_id := p_download[v_line.ord]; v_sale.created_at := p_now;
      v_sales := v_sales || v_sale;
    else
      v_refused := v_refused || v_line.key;
      for hop in reverse v_paid .. 1 loop
        v_amount := v_line.prices[hop] * v_line.quantity;
        update wallets w set balance = w.balance + v_amount, transfers = w.transfers - (v_amount > 0)::int where w.tenant_id = p_tenant and w.organisation_id = v_line.wallet_ids[hop];
        if v_amount > 0 then v_transfers := trim_array(v_transfers, 1); end if;
      end loop;
    end if;
    return next;
  end loop;

  insert into sales select * from unnest(v_sales);
  insert into transfers select * from unnest(v_transfers);
  if v_refused <> '{}' then delete from transaction_keys k where k.tenant_id = p_tenant and k.key = any (v_refused); end if;
end $$;

-- Gives an unanswered key up for ever, unless it was sold: afterwards nothing can be sold under it, however late the first request arrives.
create or replace function settle_key(p_tenant int, p_now timestamptz, p_key uuid, p_user uuid) returns table (outcome text, sale_id uuid)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant', p_tenant::text, true);
  insert into transaction_keys (tenant_id, key, operation, user_id, content, cause_id, created_at) values (p_tenant, p_key, 'void', p_user, '', p_key, p_now) on conflict do nothing;
  return query select case when k.user_id <> p_user then 'key_invalid' when k.operation = 'booking' then 'key_reused' when k.operation = 'void' then 'not_sold' else 'sold' end,
      case when k.operation = 'sale' then k.cause_id end
    from transaction_keys k where k.tenant_id = p_tenant and k.key = p_key;
end $$;
