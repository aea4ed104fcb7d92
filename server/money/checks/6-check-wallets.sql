-- Checks wallets against their transfers, transfers against their causes, and keys against what they were used for.

/* Checks the transfers since p_since, and that each wallet's balance is the balance before the first of these
   transfers plus all of them. Everything earlier is not read, because it was proven when its time was closed. */
create or replace function wrong_wallets(p_tenant int, p_since timestamptz) returns setof finding
language plpgsql stable as $$
begin
  return query
    with moved as materialized (
      select t.wallet_id, min(t.seq) as first from transfers t
       where t.tenant_id = p_tenant and t.created_at >= p_since group by 1),
    ended as (
      select w.organisation_id as id, w.balance, w.transfers, coalesce(b.balance_after, 0) as before,
             m.first - 1 as seq_before, b.seq as seq_found, coalesce(t.total, 0) as total, coalesce(t.n, 0) as n, t.last
        from wallets w
        left join moved m on m.wallet_id = w.organisation_id
        cross join lateral (
          select count(*) as n, max(t.seq) as last,
                 sum(case when t.payee_id = t.wallet_id then t.amount else -t.amount end) as total
            from transfers t where t.tenant_id = p_tenant and t.wallet_id = w.organisation_id and t.seq >= m.first) t
        left join lateral (
          select t.seq, t.balance_after from transfers t
           where t.tenant_id = p_tenant and t.wallet_id = w.organisation_id
             and t.seq < coalesce(m.first, 9223372036854775807)
           order by t.seq desc limit 1) b on true
       where w.tenant_id = p_tenant)
    select 'wallet_equals_transfers', count(*)::int, min(e.id::text) from ended e
     where e.balance <> e.before + e.total
        or e.transfers <> coalesce(e.last, e.seq_found, 0)
        or e.transfers <> coalesce(e.seq_found, 0) + e.n
        or coalesce(e.seq_found, 0) <> coalesce(e.seq_before, e.seq_found, 0);
  return query
    with moved as materialized (
      select t.wallet_id, min(t.seq) as first from transfers t
       where t.tenant_id = p_tenant and t.created_at >= p_since group by 1),
    chained as (
      select m.wallet_id, m.first, t.seq, t.balance_after, t.amount,
             lag(t.seq, 1, 0::bigint) over w as seq_before, lag(t.balance_after, 1, 0::bigint) over w as before
        from moved m
        cross join lateral (
          select t.seq, t.balance_after, case when t.payee_id = t.wallet_id then t.amount else -t.amount end as amount
            from transfers t
           where t.tenant_id = p_tenant and t.wallet_id = m.wallet_id and t.seq >= m.first - 1) t
       window w as (partition by m.wallet_id order by t.seq))
    select 'running_balance', count(*)::int, min(c.wallet_id || '-' || c.seq) from chained c
     where c.seq >= c.first and (c.balance_after <> c.before + c.amount or c.seq <> c.seq_before + 1);
  return query
    select 'spent_within_limit', count(*)::int, min(w.organisation_id::text) from wallets w
     where w.tenant_id = p_tenant and (w.balance + w.credit_limit - w.held < 0 or w.held < 0 or w.credit_limit < 0)
    union all
    select 'wallet_is_its_customer', count(*)::int, min(w.organisation_id::text) from wallets w
      left join organisations o on o.tenant_id = p_tenant and o.id = w.organisation_id
     where w.tenant_id = p_tenant and (w.parent_id, w.is_active) is distinct from (o.parent_id, o.is_active)
    union all
    select 'organisation_stands_in_its_tree', count(*)::int, min(o.id::text) from organisations o
      left join organisations p on p.tenant_id = p_tenant and p.id = o.parent_id
     where o.tenant_id = p_tenant and o.path is distinct from coalesce(p.path, '{}') || o.id
    union all
    -- If a wallet's limit was ever changed, the limit is one that a change set, and the limit before the first change
    -- plus all changes is the limit.
    select 'limit_is_a_change', count(*)::int, min(w.organisation_id::text) from wallets w
      join (select c.wallet_id, array_agg(c.limit_after) as limits from credit_limit_changes c
             where c.tenant_id = p_tenant group by 1) c
        on c.wallet_id = w.organisation_id
     where w.tenant_id = p_tenant and w.credit_limit <> all (c.limits)
    union all
    select 'limit_changes_follow', count(*)::int, min(w.organisation_id::text) from wallets w
      join (select c.wallet_id, sum(c.limit_after - c.limit_before) as changed,
                   (array_agg(c.limit_before order by c.created_at, c.id))[1] as first
              from credit_limit_changes c where c.tenant_id = p_tenant group by 1) c
        on c.wallet_id = w.organisation_id
     where w.tenant_id = p_tenant and w.credit_limit <> c.first + c.changed
    union all
    select 'customers_counted', count(*)::int, min(coalesce(w.parent_id, c.parent_id)::text) from (
      select w.parent_id, count(*) as customers, count(*) filter (where w.is_active) as active,
             sum(coalesce(a.n, 0)) as own_prices
        from wallets w
        left join (select a.customer_id, count(*) as n from assigned_products a
                    where a.tenant_id = p_tenant group by 1) a on a.customer_id = w.organisation_id
       where w.tenant_id = p_tenant group by 1) w
      full join (select * from customer_counts c where c.tenant_id = p_tenant) c on c.parent_id = w.parent_id
     where (w.customers, w.active, w.own_prices)
           is distinct from (c.customers::bigint, c.active::bigint, c.own_prices::numeric)
    union all
    -- The day's automatic credit is the sum booked after the transfer at which the rule's day began; nothing of that
    -- day was booked before that transfer.
    select 'auto_credit_counted', count(*)::int, min(r.wallet_id::text) from auto_credit_rules r
     cross join lateral (
       select coalesce(sum(t.amount) filter (where t.seq > r.booked_from), 0) as booked,
              count(*) filter (where t.seq <= r.booked_from
                and t.created_at >= r.booked_on::timestamp at time zone 'Europe/Berlin') as before
         from transfers t where t.tenant_id = p_tenant and t.wallet_id = r.wallet_id and t.kind = 'auto_credit') t
     where r.tenant_id = p_tenant
       and (r.booked <> case when r.booked_on is null then 0 else t.booked end or t.before > 0);
end $$;

/* Checks the causes of the transfers from p_since up to p_until; and, for the keys from p_from up to p_to by their own
   time, the sale or booking behind each key, whenever it was made. */
create or replace function wrong_causes(p_tenant int, p_since timestamptz, p_until timestamptz, p_from uuid, p_to uuid)
returns setof finding language plpgsql stable as $$
begin
  return query
    with moved as (
      select t.wallet_id || '-' || t.seq as id, t.kind, t.created_at,
             (t.payer_id, t.payee_id) is distinct from case
               when t.kind in ('sale', 'fee') then (t.wallet_id, w.parent_id)
               when t.kind in ('top_up', 'credit', 'auto_credit', 'refund') then (w.parent_id, t.wallet_id)
               when t.payee_id = t.wallet_id then (w.parent_id, t.wallet_id)
               else (t.wallet_id, w.parent_id) end
               or t.amount <= 0
               or t.kind not in ('sale', 'fee', 'top_up', 'credit', 'auto_credit', 'refund', 'correction') as parties,
             t.kind = 'sale' and not coalesce((
               select t.wallet_id = any (s.chain[1:cardinality(s.chain) - 1])
                      and s.created_at = t.created_at and s.user_id = t.created_by
                 from sales s where s.tenant_id = p_tenant and s.id = t.cause_id), false) as unsold,
             t.kind = 'top_up' and not coalesce((
               select k.user_id = t.created_by from transaction_keys k
                where k.tenant_id = p_tenant and k.operation = 'booking' and k.cause_id = t.cause_id), false)
               as keyless,
             t.kind = 'top_up' and exists (
               select from transaction_keys k
                 join credit_requests r on r.tenant_id = p_tenant and r.id = k.key
                where k.tenant_id = p_tenant and k.operation = 'booking' and k.cause_id = t.cause_id
                  and (r.payment_mode, r.remarks) <> (t.payment_mode, t.remarks)) as unasked,
             t.kind = 'correction' and exists (
               select from transaction_keys k
                where k.tenant_id = p_tenant and k.operation = 'booking' and k.cause_id = t.cause_id)
               and not exists (
                 select from corrections c
                   join transfers b on b.tenant_id = p_tenant and b.wallet_id = c.wallet_id and b.seq = c.corrects
                  where c.tenant_id = p_tenant and c.wallet_id = t.wallet_id and c.seq = t.seq
                    and (b.kind in ('top_up', 'auto_credit') or b.payment_mode = 'moved_in') and b.amount >= t.amount
                    and (b.payment_mode, b.payer_id, b.payee_id) = (t.payment_mode, t.payee_id, t.payer_id))
               and not (t.payment_mode = 'moved_in' and t.payer_id = t.wallet_id) as uncorrected,
             t.payment_mode = 'moved_in' and t.payer_id = t.wallet_id and not exists (
               select from transaction_keys k
                 join move_rows r on r.tenant_id = p_tenant and r.balance_key = k.key
                                 and r.customer_id = t.wallet_id and r.balance = -t.amount
                where k.tenant_id = p_tenant and k.operation = 'booking' and k.cause_id = t.cause_id
                  and k.user_id = t.created_by and t.kind = 'correction') as unmoved
        from transfers t
        left join wallets w on w.tenant_id = p_tenant and w.organisation_id = t.wallet_id
       where t.tenant_id = p_tenant and t.created_at >= p_since and t.created_at < p_until)
    select f.name, f.wrong, f.sample from (select array[
        row('transfer_between_its_parties', count(*) filter (where parties), min(id) filter (where parties))::finding,
        row('payment_of_a_sale', count(*) filter (where unsold), min(id) filter (where unsold))::finding,
        row('booking_has_its_key', count(*) filter (where keyless), min(id) filter (where keyless))::finding,
        row('booking_is_as_asked', count(*) filter (where unasked), min(id) filter (where unasked))::finding,
        row('correction_is_of_its_booking', count(*) filter (where uncorrected),
            min(id) filter (where uncorrected))::finding,
        row('debt_is_of_its_move', count(*) filter (where unmoved), min(id) filter (where unmoved))::finding] as all
      from moved) counted, unnest(counted.all) f;
  return query
    select 'limit_change_has_its_key', count(*)::int, min(c.id::text) from credit_limit_changes c
     where c.tenant_id = p_tenant and c.created_at >= p_since and c.created_at < p_until and not exists (
       select from transaction_keys k
        where k.tenant_id = p_tenant and k.operation = 'booking' and k.cause_id = c.id offset 0);
  return query
    select 'key_has_its_cause', count(*)::int, min(k.key::text) from transaction_keys k
     where k.tenant_id = p_tenant and k.key >= p_from and k.key < p_to and not coalesce(case k.operation
       when 'sale' then (select s.key = k.key from sales s where s.tenant_id = p_tenant and s.id = k.cause_id)
       when 'void' then k.cause_id = k.key
       when 'basket' then (
              select count(s.id) = count(*) and bool_or(b.id = k.cause_id)
                from unnest(basket_of(k.answer)) with ordinality as b(id, ord)
                left join sales s on s.tenant_id = p_tenant and s.id = b.id and s.key = line_key(k.key, b.ord::int)
                     and s.user_id = k.user_id and s.created_at = k.created_at)
       when 'hold' then exists (
              select from holds h where h.tenant_id = p_tenant and h.key = k.key and h.user_id = k.user_id)
       else exists (
              select from transfers t
               where t.tenant_id = p_tenant and t.wallet_id = (k.answer ->> 'customer_id')::uuid and t.kind <> 'sale'
                 and t.created_at = k.created_at and t.cause_id = k.cause_id
                 and t.balance_after = (k.answer ->> 'balance_after')::bigint
                 and abs(t.balance_after - (k.answer ->> 'balance_before')::bigint) = t.amount)
         or exists (select from credit_limit_changes c where c.tenant_id = p_tenant and c.id = k.cause_id
                       and c.limit_after = (k.answer ->> 'credit_limit_after')::bigint) end, false);
  -- A basket's kind of payment is recorded with its sales and with its key; keys from before payments were recorded do
  -- not have it.
  return query
    select 'sale_was_paid_as_given', count(*)::int, min(b.id::text) from transaction_keys k
     cross join lateral unnest(basket_of(k.answer)) b(id)
      left join sale_payments y on y.tenant_id = p_tenant and y.sale_id = b.id
     where k.tenant_id = p_tenant and k.key >= p_from and k.key < p_to and k.operation = 'basket'
       and k.answer ? 'payment' and y.kind is distinct from k.answer ->> 'payment';
end $$;

-- Checks all requests for top-ups, limits and corrections: an approved request, and no other, was booked as asked, in
-- the name of the person who asked, and has a decider.
create or replace function wrong_requests(p_tenant int) returns setof finding language plpgsql stable as $$
begin
  return query
    select 'request_has_its_booking', count(*)::int, min(r.id::text) from credit_requests r
      left join lateral (
        select k.operation = 'booking' as is_booked, (k.answer ->> 'customer_id')::uuid as customer_id,
               (k.answer ->> 'amount')::bigint as amount, k.user_id
          from transaction_keys k where k.tenant_id = p_tenant and k.key = r.id offset 0) k on true
     where r.tenant_id = p_tenant and r.type in ('top_up', 'credit_limit', 'correction') and (
       (r.state = 'approved') is distinct from coalesce(k.is_booked, false)
       or r.state = 'approved' and r.decided_by = ''
       or r.state = 'approved'
          and (k.customer_id, k.amount, k.user_id) is distinct from (r.wallet_id, r.amount, r.asked_by)
       or (r.state = 'waiting') <> (r.decided_at is null) or r.decided_at < r.asked_at - interval '1 minute');
end $$;
