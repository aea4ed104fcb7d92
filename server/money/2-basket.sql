-- A basket: several cards sold together, all of them or none, under one key (decision 0054).

-- The transaction key of one line, made from the basket's key and the line's position. No till can send this key, and
-- no other code makes it. It begins with the same timestamp as the basket's key, so that the money check proves both
-- with the same period.
create or replace function line_key(p_key uuid, p_place int) returns uuid language sql immutable parallel safe as
$$ select (left(replace(p_key::text, '-', ''), 16) || right(md5(p_key::text || ' ' || p_place), 16))::uuid $$;

-- The sales of a basket, as stored with its key; the way the customer paid is stored beside them for the money check.
create or replace function basket_of(p_answer jsonb) returns uuid[] language sql immutable as
$$ select array_agg(s.id::uuid order by s.ord) from jsonb_array_elements_text(p_answer -> 'sales')
     with ordinality as s(id, ord) $$;

/* Sells the lines of a basket through sell(), all of them or none. The arrays have equal length, one element per
   line. Answers 'sold' with the sale of each line, also for a key that was sold before. Otherwise nothing is sold or
   stored, and there is one row for each line that cannot be sold, as sell() answers it; but credit_limit_reached
   comes once, with the amount the whole basket lacks. A key that cannot be used gives one row without a line:
   key_reused, key_void, key_invalid. Lock order: the key → wallets by id → heads in the order of their stock. */
create or replace function sell_basket(p_tenant int, p_now timestamptz, p_key uuid, p_content bytea, p_user uuid,
  p_session uuid, p_seller uuid, p_configuration uuid[], p_quantity int[], p_sale uuid[], p_price_seen bigint[],
  p_payment text)
returns table (ord int, code text, sale_id uuid, available bigint, missing bigint, left_over int)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_n int := cardinality(p_configuration);
  -- The lines of the basket, ordered by their stock; `places` gives the position of each line in the basket.
  v_places int[]; v_configurations uuid[]; v_quantities int[]; v_sales uuid[]; v_seen bigint[]; v_keys uuid[];
  v_codes text[]; v_available bigint[]; v_missing bigint[]; v_left int[];
  v_credit int; v_total bigint; v_paid bigint;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  insert into transaction_keys (tenant_id, key, operation, user_id, content, cause_id, answer, created_at)
  values (p_tenant, p_key, 'basket', p_user, p_content, p_sale[1],
    jsonb_build_object('sales', p_sale, 'payment', p_payment), p_now)
  on conflict do nothing;
  if not found then
    return query
      select s.ord::int, x.code, s.id, null::bigint, null::bigint, null::int
        from transaction_keys k
       cross join lateral (
         select case when k.user_id <> p_user then 'key_invalid'
                     when k.operation = 'void' then 'key_void'
                     when k.operation <> 'basket' or k.content <> p_content then 'key_reused'
                     else 'sold' end as code) x
        left join lateral unnest(case when x.code = 'sold' then basket_of(k.answer) end) with ordinality as s(id, ord)
          on true
       where k.tenant_id = p_tenant and k.key = p_key;
    return;
  end if;

  select array_agg(l.place order by l.stock_id, l.place), array_agg(l.configuration_id order by l.stock_id, l.place),
         array_agg(l.quantity order by l.stock_id, l.place), array_agg(l.sale_id order by l.stock_id, l.place),
         array_agg(l.price_seen order by l.stock_id, l.place),
         array_agg(line_key(p_key, l.place) order by l.stock_id, l.place)
    into v_places, v_configurations, v_quantities, v_sales, v_seen, v_keys
    from (select r.*, r.ord::int as place, coalesce(c.draws_on, r.configuration_id) as stock_id
            from unnest(p_configuration, p_quantity, p_sale, p_price_seen) with ordinality
                 as r(configuration_id, quantity, sale_id, price_seen, ord)
            left join configurations c on c.tenant_id = p_tenant and c.id = r.configuration_id) l;

  -- If one line is not sold, this block rolls the other lines back; the outcome of each line is kept in variables.
  begin
    select array_agg(s.code order by s.ord), array_agg(s.available order by s.ord),
           array_agg(s.missing order by s.ord), array_agg(s.left_over order by s.ord)
      into v_codes, v_available, v_missing, v_left
      from sell(p_tenant, p_now, true, v_keys, array_fill(p_content, array[v_n]), array_fill(p_user, array[v_n]),
        array_fill(p_session, array[v_n]), array_fill(p_seller, array[v_n]), v_configurations, v_quantities, v_sales,
        array_fill(null::uuid, array[v_n]), v_seen,
        case when p_payment is not null then array_fill(p_payment, array[v_n]) end) s;
    if v_codes <> array_fill('sold'::text, array[v_n]) then
      raise exception 'not all of it' using errcode = 'PX441';
    end if;
    return query select n.ord::int, 'sold', n.id, null::bigint, null::bigint, null::int
                   from unnest(p_sale) with ordinality as n(id, ord);
    return;
  exception when sqlstate 'PX441' then
    delete from transaction_keys k where k.tenant_id = p_tenant and k.key = p_key;
  end;

  -- The money available for the basket: what the wallet had left at the first line that it could not pay, plus what
  -- the lines before that line would have taken.
  v_credit := array_position(v_codes, 'credit_limit_reached');
  if v_credit is not null then
    select sum(l.prices[1] * l.quantity),
           coalesce(sum(l.prices[1] * l.quantity) filter (where l.ord < v_credit and v_codes[l.ord] = 'sold'), 0)
      into v_total, v_paid
      from unnest(purchase_lines(p_tenant, v_keys, array_fill(p_user, array[v_n]), array_fill(p_session, array[v_n]),
        array_fill(p_seller, array[v_n]), v_configurations, v_quantities, v_sales)) l;
    v_available[v_credit] := v_available[v_credit] + v_paid;
    v_missing[v_credit] := v_total - v_available[v_credit];
  end if;
  return query
    select v_places[i], v_codes[i], null::uuid, v_available[i], v_missing[i], v_left[i]
      from generate_series(1, v_n) i
     where v_codes[i] <> 'sold' and (v_codes[i] <> 'credit_limit_reached' or i = v_credit)
     order by v_places[i];
end $$;
