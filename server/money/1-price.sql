-- The price ladder of product.md §3, in the one place where it stands: the till's list, the back office and the sale all join this.

-- value × (1 − discount/100), at four decimals, half away from zero. Both in whole units: ten-thousandths and hundredths of a percent.
create or replace function price_of(p_value bigint, p_discount int) returns bigint language sql immutable parallel safe as
$$ select (p_value * (10000 - p_discount) + 5000) / 10000 $$;

-- What p_buyer's parent offers it for one configuration: no row when neither its own entries (PAD) nor its plan name it, or an own entry hides it.
-- First hit wins: own entry for the configuration, own entry for the product, plan for the configuration, plan for the product.
create or replace function offer_of(p_tenant int, p_buyer uuid, p_product uuid, p_configuration uuid)
returns table (discount int, source text) language sql stable as $$
  select hit.discount, hit.source from (
    select rung.discount, rung.source, rung.is_enabled from (
      select case when a.configuration_id is null then 2 else 1 end as step, a.discount, a.is_enabled,
             case when a.configuration_id is null then 'pad_product' else 'pad_configuration' end as source
        from assigned_products a
       where a.tenant_id = p_tenant and a.customer_id = p_buyer and a.product_id = p_product
         and (a.configuration_id is null or a.configuration_id = p_configuration)
      union all
      select case when e.configuration_id is null then 4 else 3 end, e.discount, true,
             case when e.configuration_id is null then 'plan_product' else 'plan_configuration' end
        from organisations o
        join plan_entries e on e.tenant_id = p_tenant and e.plan_id = o.plan_id and e.product_id = p_product
         and (e.configuration_id is null or e.configuration_id = p_configuration)
       where o.tenant_id = p_tenant and o.id = p_buyer) rung
    order by rung.step limit 1) hit
  where hit.is_enabled
$$;
