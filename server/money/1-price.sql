-- The price ladder (docs/domain.md, Price ladder): the till's list, the back office and the sale all call these
-- functions. The order of the rungs is written twice, in rungs_of() and, for whole lists, in offers_to().

-- The price of a value at a discount: value × (1 − discount/100), rounded at four decimals, half away from zero. Both
-- arguments are whole numbers: ten-thousandths of a euro and hundredths of a percent.
create or replace function price_of(p_value bigint, p_discount int) returns bigint
language sql immutable parallel safe as
$$ select (p_value * (10000 - p_discount) + 5000) / 10000 $$;

-- The rungs of the price ladder of p_buyer for one configuration, as its parent set them: the buyer's own entry (PAD)
-- for the configuration, its own entry for the product, its plan's entry for the configuration, its plan's entry for
-- the product. The first rung that exists decides, even if it hides the product.
create or replace function rungs_of(p_tenant int, p_buyer uuid, p_product uuid, p_configuration uuid)
returns table (step int, entry_id uuid, discount int, source text, is_enabled boolean) language sql stable as $$
  select case when a.configuration_id is null then 2 else 1 end, a.id, a.discount,
         case when a.configuration_id is null then 'pad_product' else 'pad_configuration' end, a.is_enabled
    from assigned_products a
   where a.tenant_id = p_tenant and a.customer_id = p_buyer and a.product_id = p_product
     and (a.configuration_id is null or a.configuration_id = p_configuration)
  union all
  select case when e.configuration_id is null then 4 else 3 end, e.id, e.discount,
         case when e.configuration_id is null then 'plan_product' else 'plan_configuration' end, true
    from organisations o
    join plan_entries e on e.tenant_id = p_tenant and e.plan_id = o.plan_id and e.product_id = p_product
     and (e.configuration_id is null or e.configuration_id = p_configuration)
   where o.tenant_id = p_tenant and o.id = p_buyer
$$;

-- The offer of p_buyer's parent for one configuration. There is no row if no rung of the ladder names the
-- configuration or the first rung hides it. Live goods, delivered by p_provider, have no rungs: they are on offer at
-- the discount for that provider (0 when none is set), unless the parent has switched them off. p_provider comes from
-- the product, so nothing more is read for goods from stock.
create or replace function offer_of(p_tenant int, p_buyer uuid, p_product uuid, p_configuration uuid,
  p_provider text default null)
returns table (discount int, source text) language sql stable as $$
  select hit.discount, hit.source
    from (select r.discount, r.source, r.is_enabled
            from rungs_of(p_tenant, p_buyer, p_product, p_configuration) r order by r.step limit 1) hit
   where p_provider is null and hit.is_enabled
  union all
  select coalesce(d.discount, 0), 'live'
    from organisations o
    left join live_discounts d on d.tenant_id = p_tenant and d.customer_id = p_buyer and d.provider = p_provider
   where p_provider is not null and o.tenant_id = p_tenant and o.id = p_buyer
     and not exists (select from live_choices k
                      where k.tenant_id = p_tenant and k.organisation_id = o.parent_id
                        and k.configuration_id = p_configuration and not k.is_on)
$$;

-- Whether the organisation at the end of p_path may sell these goods: that organisation and each one above it, below
-- the owner of the goods, has an offer of its parent.
create or replace function is_offered(p_tenant int, p_path uuid[], p_owner uuid, p_product uuid, p_configuration uuid,
  p_provider text default null)
returns boolean language sql stable as $$
  select not exists (
    select from generate_series(array_position(p_path, p_owner) + 1, cardinality(p_path)) as level
     where not exists (select from offer_of(p_tenant, p_path[level], p_product, p_configuration, p_provider)))
$$;

/* All offers of goods from stock to p_buyer at once: what offer_of() and is_offered() answer for every active
   denomination of the organisations above p_buyer. For the 2,000 denominations of a till it takes a tenth of the time
   that looking at each takes. It is written in plpgsql so that a connection plans it once. */
create or replace function offers_to(p_tenant int, p_buyer uuid)
returns table (configuration_id uuid, discount int, source text) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with hops as (
      select up.level::int as level, h.id, h.plan_id
        from organisations o
       cross join lateral unnest(o.path) with ordinality as up(id, level)
        join organisations h on h.tenant_id = p_tenant and h.id = up.id
       where o.tenant_id = p_tenant and o.id = p_buyer),
    -- `hops`: how many organisations need an offer, from p_buyer up to the one below the owner.
    goods as (
      select c.id, c.product_id, o.level as owned_at, (select max(h.level) from hops h) - o.level as hops
        from hops o
        join products p on p.tenant_id = p_tenant and p.owner_id = o.id and p.is_active and p.provider is null
        join configurations c on c.tenant_id = p_tenant and c.product_id = p.id and c.is_active and not c.is_pool),
    -- The rungs in the order of rungs_of(): [step, discount, whether the rung hides the goods].
    rungs as (
      select h.level, a.product_id, a.configuration_id,
             array[case when a.configuration_id is null then 2 else 1 end, a.discount, (not a.is_enabled)::int] as rung
        from hops h
        join assigned_products a on a.tenant_id = p_tenant and a.customer_id = h.id
      union all
      select h.level, e.product_id, e.configuration_id,
             array[case when e.configuration_id is null then 4 else 3 end, e.discount, 0]
        from hops h
        join plan_entries e on e.tenant_id = p_tenant and e.plan_id = h.plan_id),
    firsts as (
      select x.id, x.hops, x.level, min(x.rung) as rung
        from (select g.id, g.hops, r.level, r.rung from goods g
                join rungs r on r.configuration_id = g.id and r.level > g.owned_at
              union all
              select g.id, g.hops, r.level, r.rung from goods g
                join rungs r on r.product_id = g.product_id and r.configuration_id is null and r.level > g.owned_at) x
       group by x.id, x.hops, x.level)
    select f.id, f.own[3], (array['pad_configuration', 'pad_product', 'plan_configuration', 'plan_product'])[f.own[2]]
      from (select t.id, max(t.level || t.rung) as own from firsts t
             group by t.id, t.hops having count(*) = t.hops and max(t.rung[3]) = 0) f;
end $$;

-- What one unit costs the organisation at the end of p_path. For its own goods this is the cost in the batch that is
-- sold next (in the newest batch if none is on sale), for other owners' goods the price that it pays its parent.
create or replace function cost_of(p_tenant int, p_path uuid[], p_owner uuid, p_product uuid, p_configuration uuid,
  p_stock uuid, p_value bigint) returns bigint
language sql stable as $$
  select case when p_owner = p_path[cardinality(p_path)]
    then (select coalesce(h.cost_unit, price_of(p_value, h.buying_discount)) from queue_heads h
           where h.tenant_id = p_tenant and h.configuration_id = p_stock
           order by (h.is_published and h.next_seq < h.end_seq) desc,
                    case when h.is_published and h.next_seq < h.end_seq then h.batch_no else - h.batch_no end,
                    h.stripe
           limit 1)
    else (select price_of(p_value, f.discount)
            from offer_of(p_tenant, p_path[cardinality(p_path)], p_product, p_configuration) f) end
$$;
