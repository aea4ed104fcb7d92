-- Selling below cost: what each hop of a sale loses, and how much loss one customer may cause in a day (decision 0019).
-- A sale reads and counts losses only for lines below cost. The sale has locked the customer's wallet before, so no
-- other sale reads or writes the customer's row at the same time.

-- What one unit of a configuration's stock costs its owner: the cost of the card that is sold next.
create or replace function unit_cost(p_tenant int, p_stock uuid, p_value bigint, p_today date) returns bigint
language sql stable as $$
  select coalesce(h.cost_unit, price_of(p_value, h.buying_discount)) from queue_heads h
   where h.tenant_id = p_tenant and h.configuration_id = p_stock and h.is_published and h.next_seq < h.end_seq
     and (h.expires_on is null or h.expires_on >= p_today)
   order by h.batch_no, h.stripe limit 1
$$;

-- The loss of the seller at a hop on one unit: the price it pays, or at the last hop the cost of the goods, less the
-- price its customer pays.
create or replace function loss_at(p_prices bigint[], p_unit bigint, p_hop int) returns bigint
language sql immutable as $$
  select coalesce(p_prices[p_hop + 1], p_unit) - p_prices[p_hop]
$$;

-- Whether today's loss stays within the limit at every hop. Each parent sets how much a customer may make it lose in a
-- day.
create or replace function has_loss_left(p_tenant int, p_today date, p_wallets uuid[], p_parents uuid[],
  p_prices bigint[], p_unit bigint, p_quantity int) returns boolean
language sql stable as $$
  select not exists (
    select from generate_subscripts(p_prices, 1) as hop
      join organisations o on o.tenant_id = p_tenant and o.id = p_parents[hop]
      left join below_cost_days d on d.tenant_id = p_tenant and d.customer_id = p_wallets[hop]
     where loss_at(p_prices, p_unit, hop) > 0
       and loss_at(p_prices, p_unit, hop) * p_quantity + case when d.day >= p_today then d.amount else 0 end
           > o.below_cost_daily)
$$;

create or replace function count_loss(p_tenant int, p_today date, p_wallets uuid[], p_prices bigint[], p_unit bigint,
  p_quantity int) returns void
language sql as $$
  insert into below_cost_days as d (tenant_id, customer_id, day, amount)
  select p_tenant, p_wallets[hop], p_today, loss_at(p_prices, p_unit, hop) * p_quantity
    from generate_subscripts(p_prices, 1) as hop where loss_at(p_prices, p_unit, hop) > 0
  on conflict (tenant_id, customer_id) do update
    set day = greatest(d.day, excluded.day),
        amount = case when d.day < excluded.day then 0 else d.amount end + excluded.amount
$$;

-- Takes back the loss counted on p_day when the goods were not sold after all. If the row counts a later day by now, it
-- stays as it is.
create or replace function count_loss_back(p_tenant int, p_day date, p_wallets uuid[], p_prices bigint[], p_unit bigint,
  p_quantity int) returns void
language sql as $$
  update below_cost_days d
     set amount = greatest(d.amount - loss_at(p_prices, p_unit, hop) * p_quantity, 0)
    from generate_subscripts(p_prices, 1) as hop
   where d.tenant_id = p_tenant and d.customer_id = p_wallets[hop] and d.day = p_day
     and loss_at(p_prices, p_unit, hop) > 0
$$;
