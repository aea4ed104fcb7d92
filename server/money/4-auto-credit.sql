-- Automatic credit: a customer's rule, the credit that it books, and the switch over all rules of a reseller. A sale
-- books the credit in its own commit (2-sell.sql).

/* Sets a customer's rule of automatic credit and books at once where the balance is already below the trigger. The
   rule belongs to the person who set it last. Only the customer's parent, or the platform, may call it. A rule that
   is new, gives more than before or is switched on again adds its daily limit to what one person gave today. Answers
   the amount booked, 0 when none. p_hands: accounts that may belong to the same person as p_user; null: a second person
   has approved. Money in ten-thousandths. PX404 not the actor's customer, PX416 a second person must decide. */
create or replace function set_auto_credit(p_tenant int, p_now timestamptz, p_user uuid, p_actor uuid, p_customer uuid,
  p_trigger bigint, p_topup bigint, p_daily bigint, p_enabled boolean, p_hands uuid[] default '{}') returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_today date := (p_now at time zone 'Europe/Berlin')::date;
  v_parent uuid;
  v_before auto_credit_rules;
  v_gives_more boolean;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select w.parent_id into v_parent from wallets w
   where w.tenant_id = p_tenant and w.organisation_id = p_customer
     and (w.parent_id = p_actor or exists (
       select from organisations o where o.tenant_id = p_tenant and o.id = p_actor and o.kind = 'platform'))
   for no key update;
  if not found then raise exception 'no such customer' using errcode = 'PX404'; end if;
  select r.* into v_before from auto_credit_rules r
   where r.tenant_id = p_tenant and r.wallet_id = p_customer for update;
  v_gives_more := not found or (p_enabled and not v_before.is_enabled)
    or p_trigger > v_before.balance_trigger or p_topup > v_before.balance_topup or p_daily > v_before.daily_limit;
  insert into auto_credit_rules as r (tenant_id, wallet_id, balance_trigger, balance_topup, daily_limit, is_enabled,
    created_by, created_at, is_alone, counted_on)
  values (p_tenant, p_customer, p_trigger, p_topup, p_daily, p_enabled, p_user, p_now, p_hands is not null, v_today)
  on conflict (tenant_id, wallet_id) do update
    set balance_trigger = p_trigger,
        balance_topup = p_topup,
        daily_limit = p_daily,
        is_enabled = p_enabled,
        created_by = p_user,
        created_at = p_now,
        is_alone = case when v_gives_more then excluded.is_alone else r.is_alone end,
        counted_on = case when v_gives_more then excluded.counted_on else r.counted_on end;
  if v_gives_more then perform count_given(p_tenant, p_now, p_user, p_hands, p_customer, v_parent, p_daily); end if;
  return run_auto_credit(p_tenant, p_now, p_customer);
end $$;

/* Books a customer's automatic credit where it is due: after a change of the rule, after a hold was posted, and after
   midnight when the daily limit starts anew. Answers the amount booked, 0 when none. A sale from stock books by itself
   (2-sell.sql). Books once per wallet and p_now: a repeated call answers what the first one booked. */
create or replace function run_auto_credit(p_tenant int, p_now timestamptz, p_customer uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_today date := (p_now at time zone 'Europe/Berlin')::date;
  v_wallet wallets;
  v_rule auto_credit_rules;
  v_booked bigint;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select w.* into v_wallet from wallets w
   where w.tenant_id = p_tenant and w.organisation_id = p_customer for no key update;
  select t.amount into v_booked from transfers t
   where t.tenant_id = p_tenant and t.wallet_id = p_customer and t.created_at = p_now
     and t.kind <> 'sale' and t.kind = 'auto_credit' limit 1;
  if found then return v_booked; end if;
  select r.* into v_rule from auto_credit_rules r
   where r.tenant_id = p_tenant and r.wallet_id = p_customer and r.is_enabled for update;
  if v_rule.wallet_id is null or not v_wallet.is_active or v_wallet.balance >= v_rule.balance_trigger then
    return 0;
  end if;
  -- The rule counts today's amount. Its day only moves forwards, even if a server's clock is behind.
  if v_rule.booked_on is null or v_rule.booked_on < v_today then
    v_rule.booked_on := v_today;
    v_rule.booked := 0;
    v_rule.booked_from := v_wallet.transfers;
  end if;
  if v_rule.booked + v_rule.balance_topup > v_rule.daily_limit then return 0; end if;
  perform not_closed(p_tenant, p_now);
  update auto_credit_rules r
     set booked_on = v_rule.booked_on,
         booked = v_rule.booked + v_rule.balance_topup,
         booked_from = v_rule.booked_from
   where r.tenant_id = p_tenant and r.wallet_id = p_customer;
  update wallets w
     set balance = w.balance + v_rule.balance_topup,
         transfers = w.transfers + 1,
         alert_base = w.balance + v_rule.balance_topup + w.credit_limit
   where w.tenant_id = p_tenant and w.organisation_id = p_customer returning w.* into v_wallet;
  insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after,
    created_by, created_at)
  values (p_tenant, p_customer, v_wallet.transfers, v_wallet.parent_id, p_customer, v_rule.balance_topup,
    'auto_credit', gen_random_uuid(), v_wallet.balance, v_rule.created_by, p_now);
  return v_rule.balance_topup;
end $$;

/* Switches the rules of all the actor's customers (for the platform: of everybody) on or off; answers how many changed.
   Wallets are locked by id, as in a sale. Nothing is booked here: a job finds due bookings every minute. Switching a
   rule back on counts as setting it: if one of them needs a second person, none is switched on (PX416). p_hands:
   accounts that may belong to the same person as p_user; null: a second person has approved. */
create or replace function pause_auto_credit(p_tenant int, p_now timestamptz, p_user uuid, p_actor uuid,
  p_enabled boolean, p_hands uuid[]) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_changed int := 0;
  v_wallet wallets;
  v_daily bigint;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  for v_wallet in
    select w.* from wallets w
      join auto_credit_rules r on r.tenant_id = p_tenant and r.wallet_id = w.organisation_id
     where w.tenant_id = p_tenant and r.is_enabled <> p_enabled
       and (w.parent_id = p_actor or exists (
         select from organisations o where o.tenant_id = p_tenant and o.id = p_actor and o.kind = 'platform'))
     order by w.organisation_id for no key update of w loop
    update auto_credit_rules r
       set is_enabled = p_enabled,
           created_by = case when p_enabled then p_user else r.created_by end,
           is_alone = case when p_enabled then p_hands is not null else r.is_alone end,
           counted_on = case when p_enabled then (p_now at time zone 'Europe/Berlin')::date else r.counted_on end
     where r.tenant_id = p_tenant and r.wallet_id = v_wallet.organisation_id and r.is_enabled <> p_enabled
     returning r.daily_limit into v_daily;
    continue when not found;
    v_changed := v_changed + 1;
    if p_enabled then
      perform count_given(p_tenant, p_now, p_user, p_hands, v_wallet.organisation_id, v_wallet.parent_id, v_daily);
    end if;
  end loop;
  return v_changed;
end $$;
