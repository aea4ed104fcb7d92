/* How much more a shop, and the person who sells there, may now sell through suppliers, at retail prices: the least
   that any of five rolling time windows leaves to the shop or to the person (decision 0048). Voided holds do not
   count. The caller has locked the shop's wallet, so of simultaneous sales each sees the ones before it. */
create or replace function live_room(p_tenant int, p_now timestamptz, p_seller uuid, p_user uuid)
returns bigint language sql stable as $$
  with sold as materialized (
    select h.created_at, h.user_id, h.value * h.quantity as amount from holds h
     where h.tenant_id = p_tenant and h.seller_id = p_seller and h.created_at > p_now - interval '30 days'
       and h.state <> 'void')
  select min(least(w.of_shop - coalesce(t.by_shop, 0), w.of_person - coalesce(t.by_person, 0)))::bigint
    from (values (interval '1 minute', 50000000::bigint, 25000000::bigint),
                 (interval '10 minutes', 100000000, 50000000),
                 (interval '1 hour', 200000000, 100000000),
                 (interval '1 day', 500000000, 250000000),
                 (interval '30 days', 5000000000, 2500000000)) as w(span, of_shop, of_person)
   cross join lateral (
     select sum(s.amount) as by_shop, sum(s.amount) filter (where s.user_id = p_user) as by_person
       from sold s where s.created_at > p_now - w.span) t
$$;
