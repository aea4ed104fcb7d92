-- Limits how much one person may give a customer in a day.

/* Adds to what one person gave a customer today (top-ups, raised limits, rules of automatic credit, refunds that one
   person approved and accepted), and refuses (PX416) when that exceeds what the parent lets one person give. The amount
   is added for each account that may belong to p_user (p_hands, decision 0019), and the highest of their sums decides.
   p_hands null: a second person has approved, so nothing is counted. A rule that one person alone switched on or raised
   before today counts with its daily limit. The wallet is locked by the caller, so bookings for one customer are
   counted one after the other. */
create or replace function count_given(p_tenant int, p_now timestamptz, p_user uuid, p_hands uuid[], p_customer uuid,
  p_parent uuid, p_amount bigint) returns void
language plpgsql as $$
declare
  v_today date := (p_now at time zone 'Europe/Berlin')::date;
  v_all uuid[] := p_hands || p_user;
  v_given bigint;
begin
  if p_hands is null or p_amount <= 0 then return; end if;
  insert into credit_given as g (tenant_id, customer_id, user_id, day, amount)
  select p_tenant, p_customer, h.id, v_today, p_amount
    from (select distinct unnest(v_all) as id) h order by h.id
  on conflict (tenant_id, customer_id, user_id) do update
    set day = greatest(g.day, excluded.day),
        amount = case when g.day < excluded.day then 0 else g.amount end + excluded.amount;
  v_given := (select max(g.amount) from credit_given g
               where g.tenant_id = p_tenant and g.customer_id = p_customer and g.user_id = any (v_all))
    + coalesce((select r.daily_limit from auto_credit_rules r
                 where r.tenant_id = p_tenant and r.wallet_id = p_customer and r.is_enabled and r.is_alone
                   and r.created_by = any (v_all) and r.counted_on is distinct from v_today), 0);
  if v_given > (select o.credit_approval_above from organisations o
                 where o.tenant_id = p_tenant and o.id = p_parent) then
    raise exception 'a second person decides' using errcode = 'PX416';
  end if;
end $$;
