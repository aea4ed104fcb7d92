-- The types and functions from which a sale is built: the lines of a purchase with the price at each hop, the taking of
-- PINs, and the reason why PINs could not be taken.

create type purchase_line as (
  ord int, key uuid, user_id uuid, session_id uuid, seller_id uuid, configuration_id uuid, quantity int, sale_id uuid,
  session_live boolean, seller_active boolean, owner_id uuid, product_name text, value bigint,
  vat_treatment text, vat_rate int, vat_country text,
  -- The hops from the seller up to the owner of the goods, one element in each array; `offered` counts the hops that
  -- have a price.
  hops int, offered int, wallet_ids uuid[], parent_ids uuid[], prices bigint[], discount int, source text,
  -- The configuration whose PINs are sold: this configuration itself, or the pool on which it draws.
  stock_id uuid,
  -- The price of one unit that the seller may see: its own price, or the value if its price is hidden
  -- (mask_seller_discount).
  price_shown bigint);

-- For a purchase tried alone or a line of a basket: takes p_quantity PINs from the oldest published batches that have
-- not expired, and waits for their queue heads. Answers [batch_no, first, count, …] and the cost, or null ranges when
-- too few PINs are free. A blocked PIN in a head's range is a hole: the head moves past it.
create or replace function take_pins(p_tenant int, p_stock uuid, p_value bigint, p_quantity int, p_sale uuid,
  p_now timestamptz, out ranges int[], out cost bigint)
language plpgsql as $$
declare
  v_missing int := p_quantity;
  v_stamped int;
  v_today date := (p_now at time zone 'Europe/Berlin')::date;
  v_head record;
  v_taken_before timestamptz[] := '{}';
  v_taken_at timestamptz;
begin
  ranges := '{}';
  cost := 0;
  while v_missing > 0 loop
    select h.batch_no, h.stripe, h.next_seq, least(v_missing, h.end_seq - h.next_seq) as n,
           coalesce(h.cost_unit, price_of(p_value, h.buying_discount)) as cost_unit, h.taken_at
      into v_head from queue_heads h
     where h.tenant_id = p_tenant and h.configuration_id = p_stock and h.is_published and h.next_seq < h.end_seq
       and (h.expires_on is null or h.expires_on >= v_today)
     order by h.batch_no, h.stripe limit 1 for update;
    exit when not found;
    update queue_heads h
       set next_seq = v_head.next_seq + v_head.n,
           taken_at = p_now
     where h.tenant_id = p_tenant and h.configuration_id = p_stock
       and h.batch_no = v_head.batch_no and h.stripe = v_head.stripe;
    update pins p set sale_id = p_sale
     where p.tenant_id = p_tenant and p.batch_no = v_head.batch_no
       and p.seq >= v_head.next_seq and p.seq < v_head.next_seq + v_head.n
       and p.sale_id is null and not p.is_blocked;
    get diagnostics v_stamped = row_count;
    ranges := ranges || array[v_head.batch_no, v_head.next_seq, v_head.n];
    v_taken_before := v_taken_before || v_head.taken_at;
    cost := cost + v_stamped * v_head.cost_unit;
    v_missing := v_missing - v_stamped;
  end loop;
  if v_missing = 0 then return; end if;
  -- Too few PINs are free, so the PINs taken are given back. This transaction still holds the heads, so no other
  -- transaction can have moved them.
  for i in reverse coalesce(array_length(ranges, 1), 0) / 3 .. 1 loop
    -- A variable, because a node of Citus crashes on `set column = array[i]`.
    v_taken_at := v_taken_before[i];
    update pins p set sale_id = null
     where p.tenant_id = p_tenant and p.batch_no = ranges[3 * i - 2]
       and p.seq >= ranges[3 * i - 1] and p.seq < ranges[3 * i - 1] + ranges[3 * i]
       and p.sale_id = p_sale;
    update queue_heads h
       set next_seq = h.next_seq - ranges[3 * i],
           taken_at = v_taken_at
     where h.tenant_id = p_tenant and h.configuration_id = p_stock and h.batch_no = ranges[3 * i - 2]
       and h.next_seq = ranges[3 * i - 1] + ranges[3 * i] and h.first_seq <= ranges[3 * i - 1];
  end loop;
  ranges := null;
end $$;

-- The reason why no PIN could be taken, and the number of PINs ahead of the queue heads. If these are enough, a single
-- head has too few, another sale has one locked, or a PIN is blocked: the purchase is to be tried alone. Otherwise the
-- reason depends on the time of the last sale.
create or replace function shortage_of(p_tenant int, p_configuration uuid, p_quantity int, p_now timestamptz,
  out code text, out left_over int)
language sql stable as $$
  select case when coalesce(sum(h.end_seq - h.next_seq), 0) >= p_quantity then 'busy'
              when max(h.taken_at) > p_now - interval '1 minute' then 'taken_a_moment_ago'
              else 'out_of_stock' end,
         coalesce(sum(h.end_seq - h.next_seq), 0)::int
    from queue_heads h
   where h.tenant_id = p_tenant and h.configuration_id = p_configuration and h.is_published
     and (h.expires_on is null or h.expires_on >= (p_now at time zone 'Europe/Berlin')::date)
$$;

-- Resolves the purchases of a batch: who buys, whether the goods are on offer, and what each hop pays. p_value: the
-- retail price of one live product, if the supplier states it at the moment of sale.
create or replace function purchase_lines(p_tenant int, p_key uuid[], p_user uuid[], p_session uuid[], p_seller uuid[],
  p_configuration uuid[], p_quantity int[], p_sale uuid[], p_value bigint[] default null)
returns purchase_line[] language sql stable as $$
  select array_agg((r.ord, r.key, r.user_id, r.session_id, r.seller_id, r.configuration_id, r.quantity, r.sale_id,
      s.id is not null, coalesce(o.is_active, false), p.owner_id, p.name, sold.value, c.vat_treatment, c.vat_rate,
      c.vat_country, climb.hops, climb.offered, climb.wallet_ids, climb.parent_ids, climb.prices, climb.discount,
      climb.source, coalesce(c.draws_on, c.id),
      case when o.mask_seller_discount then sold.value else coalesce(climb.prices[1], sold.value) end
    )::purchase_line order by r.ord)
    from unnest(p_key, p_user, p_session, p_seller, p_configuration, p_quantity, p_sale, p_value) with ordinality
         as r(key, user_id, session_id, seller_id, configuration_id, quantity, sale_id, value, ord)
    left join sessions s
      on s.tenant_id = p_tenant and s.id = r.session_id and s.user_id = r.user_id and s.ended_at is null
          and not s.is_training
    -- The organisation is joined only if it is a shop, because only shops may sell.
    left join organisations o on o.tenant_id = p_tenant and o.id = r.seller_id and o.kind = 'seller'
    left join configurations c
      on c.tenant_id = p_tenant and c.id = r.configuration_id and c.is_active and not c.is_pool
     and (c.draws_on is null or exists (
            select from configurations pool
             where pool.tenant_id = p_tenant and pool.id = c.draws_on and pool.is_active))
    left join products p
      on p.tenant_id = p_tenant and p.id = c.product_id and p.is_active and p.owner_id = any (o.path)
    cross join lateral (select coalesce(r.value, c.value) as value) sold
    left join lateral (
      select count(*)::int as hops, count(f.discount)::int as offered,
             array_agg(o.path[level] order by level desc) as wallet_ids,
             array_agg(o.path[level - 1] order by level desc) as parent_ids,
             array_agg(price_of(sold.value, f.discount) order by level desc) as prices,
             (array_agg(f.discount order by level desc))[1] as discount,
             (array_agg(f.source order by level desc))[1] as source
        from generate_series(array_position(o.path, p.owner_id) + 1, cardinality(o.path)) as level
        left join lateral offer_of(p_tenant, o.path[level], c.product_id, c.id, p.provider) f on true) climb on true
$$;
