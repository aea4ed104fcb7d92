-- Checks held money against the holds behind it, and holds against themselves, their keys, the sales they became and
-- their orders (decisions 0029, 0045).

-- Checks that the held money of every wallet is exactly the sum of what it pays in open holds, at whichever hop of a
-- hold's chain it is.
create or replace function wrong_held(p_tenant int) returns setof finding language plpgsql stable as $$
begin
  return query
    with open as (
      select h.chain[i] as wallet_id, sum(h.prices[i] * h.quantity) as amount
        from holds h cross join lateral generate_subscripts(h.prices, 1) i
       where h.tenant_id = p_tenant and h.state = 'open' group by 1)
    select 'held_equals_open_holds', count(*)::int, min(coalesce(w.organisation_id, o.wallet_id)::text)
      from (select w.organisation_id, w.held from wallets w where w.tenant_id = p_tenant) w
      full join open o on o.wallet_id = w.organisation_id
     where w.held is distinct from coalesce(o.amount, 0);
end $$;

-- Checks holds that were made from p_since up to p_until, whatever state they have by now.
create or replace function wrong_holds(p_tenant int, p_since timestamptz, p_until timestamptz) returns setof finding
language plpgsql stable as $$
begin
  return query
    with looked as (
      select h.key,
             h.quantity < 1 or h.value < 1 or h.cost_total < 0 or h.amount_total <> h.price_unit * h.quantity
               or cardinality(h.chain) <> cardinality(h.prices) + 1 or h.chain[1] <> h.seller_id
               or h.chain[cardinality(h.chain)] <> h.owner_id
               or h.price_unit <> coalesce(h.prices[1], h.value)
               or h.price_unit <> price_of(h.value, h.discount)
               or (h.price_source = 'own_goods') <> (h.prices = '{}')
               or exists (select from unnest(h.prices) price where price < 0 or price > h.value)
               or exists (select from generate_series(1, cardinality(h.chain) - 1) i
                           where not exists (select from organisations o where o.tenant_id = p_tenant
                                                and o.id = h.chain[i] and o.parent_id = h.chain[i + 1])) as sums,
             not coalesce((
               select k.operation = 'hold' and length(k.content) = 16
                      and (k.user_id, n.user_id, k.created_at) = (h.user_id, h.user_id, h.created_at)
                 from transaction_keys k
                 join lateral (
                   select n.user_id from sessions n
                    where n.tenant_id = p_tenant and n.id = h.session_id offset 0) n on true
                where k.tenant_id = p_tenant and k.key = h.key offset 0), false) as keyless,
             case h.state
               when 'open' then num_nonnulls(h.ended_at, h.ended_by, h.sale_id, h.reference, h.payload) > 0
               when 'void' then h.ended_at is null or h.reason = ''
                 or num_nonnulls(h.sale_id, h.reference, h.payload) > 0
               -- A sealed payload has at least a nonce, a tag and a byte between them.
               else num_nonnulls(h.ended_at, h.sale_id, h.reference) < 3 or coalesce(length(h.payload), 0) < 12 + 16 + 1
             end as ended,
             h.state = 'posted' and not coalesce((
               select s.key = h.key and s.created_at = h.ended_at
                 from sales s where s.tenant_id = p_tenant and s.id = h.sale_id offset 0), false) as unsold,
             -- The order's state fits the hold's; an open order has a time at which its supplier is asked again, or
             -- waits for a person.
             (o.connection_id = h.supplier_id and case h.state
                when 'open' then o.state = 'manual' or o.next_at is not null
                                 and o.state in ('created', 'sent', 'held', 'unknown')
                when 'posted' then o.state in ('delivered', 'reversed')
                else o.state = 'refused' end) is not true as orderless,
             o.created_at <> h.created_at or o.sent_at < o.created_at or o.ended_at <> h.ended_at
               or o.supplier_reference <> h.reference or o.product_id <> h.request ->> 'product' as misnamed,
             o.state = 'reversed' and not exists (
               select from cases c
                where c.tenant_id = p_tenant and c.key = h.key and c.kind = 'late_refusal') as uncased
        from holds h
        left join lateral (
          select o.* from live_orders o where o.tenant_id = p_tenant and o.key = h.key offset 0) o on true
       where h.tenant_id = p_tenant and h.created_at >= p_since and h.created_at < p_until)
    select f.name, f.wrong, f.sample from (select array[
        row('hold_adds_up', count(*) filter (where sums), min(key::text) filter (where sums))::finding,
        row('hold_has_its_key', count(*) filter (where keyless), min(key::text) filter (where keyless))::finding,
        row('hold_says_its_end', count(*) filter (where ended), min(key::text) filter (where ended))::finding,
        row('hold_became_its_sale', count(*) filter (where unsold), min(key::text) filter (where unsold))::finding,
        row('hold_has_its_order', count(*) filter (where orderless), min(key::text) filter (where orderless))::finding,
        row('hold_names_its_order', count(*) filter (where misnamed), min(key::text) filter (where misnamed))::finding,
        row('order_says_its_case', count(*) filter (where uncased), min(key::text) filter (where uncased))::finding
      ] as all from looked) counted, unnest(counted.all) f;
end $$;

-- Checks cases about orders: the order of a late_refusal (delivered, then taken back by its supplier) has the state
-- reversed; no case is opened before its order is made, or closed before it is opened.
create or replace function wrong_cases(p_tenant int) returns setof finding language plpgsql stable as $$
begin
  return query
    select 'order_says_its_case', count(*)::int, min(c.key::text) from cases c
      join lateral (
        select o.state, o.created_at from live_orders o
         where o.tenant_id = p_tenant and o.key = c.key offset 0) o on true
     where c.tenant_id = p_tenant and c.statement_id is null
       and (c.kind = 'late_refusal' and o.state <> 'reversed' or c.opened_at < o.created_at - interval '1 minute'
            or c.closed_at < c.opened_at - interval '1 minute');
end $$;
