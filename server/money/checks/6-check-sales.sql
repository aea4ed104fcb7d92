-- Checks sales against everything that belongs to them: the PINs in their own ranges or the supplier's delivery, the
-- organisations up the tree, what each hop paid, the transaction key, and how often the PINs were shown again.

/* Checks sales with ids from p_from up to p_to. Finds their PINs, transaction keys and organisations by primary
   keys, and their transfers by time, because a transfer has the time of its sale. Each look-up by key is a
   subquery of one table with `offset 0`. A join in its place would read the whole table for each sale, because
   check_money() lets the planner use no nested loops. */
create or replace function wrong_sales(p_tenant int, p_from uuid, p_to uuid) returns setof finding
language plpgsql stable as $$
declare
  v_since timestamptz;
  v_until timestamptz;
begin
  select min(s.created_at), max(s.created_at) into v_since, v_until from sales s
   where s.tenant_id = p_tenant and s.id >= p_from and s.id < p_to;
  return query
    with paid as (
      select t.cause_id, array_agg(t.wallet_id) as wallets, array_agg(t.balance_after) as balances,
             string_agg(concat_ws('>', t.payer_id, t.payee_id, t.amount), ' ' order by t.payer_id, t.seq) as hops
        from transfers t
       where t.tenant_id = p_tenant and t.created_at >= v_since and t.created_at <= v_until and t.kind = 'sale'
         and t.wallet_id = t.payer_id group by 1),
    shown as (
      select r.sale_id, count(*) filter (where r.copy > 0) as copies, max(r.copy) as last,
             bool_or(r.kind = 'download') as is_downloaded, min(r.created_at) as first_at,
             bool_or(n.user_id is distinct from r.user_id) as is_strange
        from reveals r
        left join sessions n on n.tenant_id = p_tenant and n.id = r.session_id
       where r.tenant_id = p_tenant and r.sale_id >= p_from and r.sale_id < p_to group by 1),
    sold as (
      select s.id, s.quantity, s.status, s.seller_id, s.user_id, s.session_id, s.copies,
             pins.own <> s.quantity and s.ranges <> '{}' or s.quantity <= 0 as lacks,
             pins.strange > 0 as strange,
             s.ranges <> '{}' and (cardinality(s.ranges) % 3 <> 0 or pins.passed < s.quantity
               or not coalesce(pins.is_its_goods, false)) as goods,
             s.cost_total <> pins.cost and s.ranges <> '{}' as cost,
             -- A sale without PINs must equal its hold in every field.
             s.ranges = '{}' and not coalesce(held.is_it, false) as undelivered,
             s.quantity <= 0 or s.value <= 0 or s.amount_total <> s.price_unit * s.quantity
               or cardinality(s.chain) <> cardinality(s.prices) + 1 or s.chain[1] <> s.seller_id
               or s.chain[cardinality(s.chain)] <> s.owner_id
               or s.price_unit <> coalesce(s.prices[1], s.value)
               or s.price_unit <> price_of(s.value, s.discount)
               or s.price_source = 'none' and s.discount <> 0
               or (s.price_source = 'own_goods') <> (s.prices = '{}')
               or s.value <> coalesce(case when s.ranges = '{}' then s.value else goods.value end, -1)
               or s.owner_id is distinct from product.owner_id
               or exists (select from unnest(s.prices) price where price < 0 or price > s.value) as prices,
             exists (select from generate_series(1, cardinality(s.chain) - 1) i
                      where not exists (select from organisations o where o.tenant_id = p_tenant
                                           and o.id = s.chain[i] and o.parent_id = s.chain[i + 1] offset 0)) as tree,
             coalesce(paid.hops, '') <> coalesce((
               select string_agg(concat_ws('>', s.chain[i], s.chain[i + 1], s.prices[i] * s.quantity), ' '
                                 order by s.chain[i])
                 from generate_subscripts(s.prices, 1) i where s.prices[i] > 0), '') as paid,
             s.balance_before is distinct from s.balance_after + s.amount_total and s.prices <> '{}'
               or s.balance_after <> paid.balances[array_position(paid.wallets, s.seller_id)] as balance,
             not coalesce(key.is_its, false) as key,
             not coalesce(session.user_id = s.user_id and buyer.organisation_id = s.seller_id, false) as buyer,
             -- The tax of goods may be changed after a sale. The audit log then has a row since the sale (for live
             -- goods since the hold), for the product, its entry in a supplier's catalogue or its connection.
             goods.tax <> (s.vat_treatment, s.vat_rate, s.vat_country)::text and not exists (
               select from audit a
                where a.tenant_id = p_tenant
                  and a.id >= first_id_at(coalesce(held.since, s.created_at) - interval '1 minute')
                  and a.subject_id in (select goods.product_id::text
                                       union all
                                       select l.id::text from live_products l
                                        where l.tenant_id = p_tenant and l.configuration_id = s.configuration_id
                                       union all select held.supplier_id::text)) as taxed,
             s.copies <> coalesce(shown.copies, 0) or s.copies <> coalesce(shown.last, 0)
               or (s.downloaded_at is not null and shown.sale_id is null)
               or (s.downloaded_at is null and shown.is_downloaded)
               or (s.downloaded_at is not null and s.download_id is null)
               or shown.is_strange or shown.first_at < s.created_at - interval '1 minute' as shown
        from sales s
        left join paid on paid.cause_id = s.id
        left join shown on shown.sale_id = s.id
        left join lateral (
          select c.value, c.product_id, (c.vat_treatment, c.vat_rate, c.vat_country)::text as tax from configurations c
           where c.tenant_id = p_tenant and c.id = s.configuration_id offset 0) goods on true
        left join lateral (
          select p.owner_id from products p
           where p.tenant_id = p_tenant and p.id = goods.product_id offset 0) product on true
        cross join lateral (
          select coalesce(sum(one.own), 0)::int as own, coalesce(sum(one.strange), 0)::int as strange,
                 sum(r.n)::int as passed,
                 coalesce(sum(one.own * price_of(s.value, b.buying_discount)), 0)::bigint as cost,
                 bool_and(b.owner_id = s.owner_id and (c.id = s.configuration_id
                   or (c.is_pool and c.product_id = goods.product_id))) as is_its_goods
            from generate_series(1, cardinality(s.ranges) / 3) i
            cross join lateral (
              select s.ranges[3 * i - 2] as batch_no, s.ranges[3 * i - 1] as first, s.ranges[3 * i] as n) r
            left join lateral (
              select b.* from batches b where b.tenant_id = p_tenant and b.batch_no = r.batch_no offset 0) b on true
            left join lateral (
              select c.* from configurations c
               where c.tenant_id = p_tenant and c.id = b.configuration_id offset 0) c on true
            cross join lateral (
              select count(*) filter (where p.sale_id = s.id) as own,
                     count(*) filter (where p.sale_id <> s.id or p.sale_id is null and not p.is_blocked) as strange
                from pins p
               where p.tenant_id = p_tenant and p.batch_no = r.batch_no
                 and p.seq >= r.first and p.seq < r.first + r.n) one) pins
        left join lateral (
          select case when s.ranges = '{}' then k.operation = 'hold'
                      else k.operation = 'sale' and k.cause_id = s.id and k.created_at = s.created_at end
                 and k.user_id = s.user_id and length(k.content) = 16
                 and s.id >= first_id_at(s.created_at - interval '1 day')
                 and s.id < first_id_at(s.created_at + interval '1 day') as is_its
            from transaction_keys k where k.tenant_id = p_tenant and k.key = s.key offset 0) key on true
        left join lateral (
          select h.created_at as since, h.supplier_id, h.state = 'posted'
                 and (h.sale_id, h.seller_id, h.user_id, h.session_id, h.configuration_id, h.owner_id, h.product_name,
                      h.quantity, h.value, h.price_unit, h.discount, h.price_source, h.amount_total, h.chain, h.prices,
                      h.cost_total, h.vat_treatment, h.vat_rate, h.vat_country)
                  = (s.id, s.seller_id, s.user_id, s.session_id, s.configuration_id, s.owner_id, s.product_name,
                      s.quantity, s.value, s.price_unit, s.discount, s.price_source, s.amount_total, s.chain, s.prices,
                      s.cost_total, s.vat_treatment, s.vat_rate, s.vat_country) as is_it
            from holds h where h.tenant_id = p_tenant and h.key = s.key and s.ranges = '{}' offset 0) held on true
        left join lateral (
          select n.user_id from sessions n
           where n.tenant_id = p_tenant and n.id = s.session_id offset 0) session on true
        left join lateral (
          select u.organisation_id from users u
           where u.tenant_id = p_tenant and u.id = session.user_id offset 0) buyer on true
       where s.tenant_id = p_tenant and s.id >= p_from and s.id < p_to),
    counted as (select array[
        row('sale_equals_its_pins', count(*) filter (where lacks), min(id::text) filter (where lacks))::finding,
        row('sale_takes_only_its_pins', count(*) filter (where strange), min(id::text) filter (where strange))::finding,
        row('sale_is_of_its_goods', count(*) filter (where goods), min(id::text) filter (where goods))::finding,
        row('sale_cost_is_of_its_batches', count(*) filter (where cost), min(id::text) filter (where cost))::finding,
        row('sale_was_delivered', count(*) filter (where undelivered),
            min(id::text) filter (where undelivered))::finding,
        row('sale_prices_agree', count(*) filter (where prices), min(id::text) filter (where prices))::finding,
        row('sale_climbs_the_tree', count(*) filter (where tree), min(id::text) filter (where tree))::finding,
        row('sale_paid_once', count(*) filter (where paid), min(id::text) filter (where paid))::finding,
        row('sale_says_its_balance', count(*) filter (where balance), min(id::text) filter (where balance))::finding,
        row('sale_has_its_key', count(*) filter (where key), min(id::text) filter (where key))::finding,
        row('sale_has_its_buyer', count(*) filter (where buyer), min(id::text) filter (where buyer))::finding,
        row('sale_is_taxed_as_its_goods', count(*) filter (where taxed), min(id::text) filter (where taxed))::finding,
        row('sale_is_successful', count(*) filter (where status <> 'successful'),
            min(id::text) filter (where status <> 'successful'))::finding,
        row('copies_are_shown', count(*) filter (where shown), min(id::text) filter (where shown))::finding] as all
      from sold)
    select f.name, f.wrong, f.sample from counted, unnest(counted.all) f;
end $$;
