-- Wallets: opened with an organisation, topped up, given a credit line. Refusals are SQLSTATEs of our own; DETAIL carries their figures as JSON.

create or replace function open_wallet(p_tenant int, p_organisation uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_wallet wallets;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  insert into wallets (tenant_id, organisation_id, parent_id, is_active)
  select p_tenant, o.id, o.parent_id, o.is_active from organisations o where o.tenant_id = p_tenant and o.id = p_organisation and o.parent_id is not null
  on conflict do nothing returning * into v_wallet;
  if v_wallet.organisation_id is null then return; end if;
  insert into customer_counts as c (tenant_id, parent_id, customers, active) values (p_tenant, v_wallet.parent_id, 1, v_wallet.is_active::int)
  on conflict (tenant_id, parent_id) do update set customers = c.customers + 1, active = c.active + excluded.active;
end $$;

/* Takes a booking's key. Null: it is taken now, and whoever took it books. Otherwise the answer of then: the same statement once more, after its answer was
   lost, books nothing. PX400 key of somebody else, PX409 key_reused, PX410 key_void. */
create or replace function booked_before(p_tenant int, p_now timestamptz, p_key uuid, p_content bytea, p_user uuid, p_id uuid) returns jsonb
language plpgsql set search_path = public, pg_temp as $$
declare v_key transaction_keys;
begin
  insert into transaction_keys (tenant_id, key, operation, user_id, content, cause_id, created_at)
  values (p_tenant, p_key, 'booking', p_user, p_content, p_id, p_now) on conflict do nothing;
  if found then return null; end if;
  select * into v_key from transaction_keys k where k.tenant_id = p_tenant and k.key = p_key;
  if v_key.user_id <> p_user then raise exception 'key of somebody else' using errcode = 'PX400'; end if;
  if v_key.operation = 'void' then raise exception 'key given up' using errcode = 'PX410'; end if;
  if v_key.operation <> 'booking' or v_key.content <> p_content then raise exception 'key reused' using errcode = 'PX409'; end if;
  return v_key.answer;
end $$;

/* Books p_amount onto a customer's wallet (top_up) or sets its credit limit to p_amount (credit_limit), once per key; the same key answers the same again.
   Only the customer's own parent, or the platform, may. p_hands: who may be p_user beside p_user; null: a second person said yes. PX404 not theirs,
   PX409 key_reused, PX410 key_void, PX411 limit too low, PX416 a second person decides. Money in ten-thousandths. */
drop function if exists change_wallet(int, timestamptz, uuid, bytea, uuid, uuid, uuid, uuid, text, bigint, text, text);
create or replace function change_wallet(p_tenant int, p_now timestamptz, p_key uuid, p_content bytea, p_user uuid, p_actor uuid, p_customer uuid, p_id uuid,
  p_type text, p_amount bigint, p_payment_mode text, p_remarks text, p_hands uuid[] default '{}') returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_before wallets;
  v_after wallets;
  v_answer jsonb;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  v_answer := booked_before(p_tenant, p_now, p_key, p_content, p_user, p_id);
  if v_answer is not null then return v_answer; end if;
  perform not_closed(p_tenant, p_now);

  select w.* into v_before from wallets w where w.tenant_id = p_tenant and w.organisation_id = p_customer
     and (w.parent_id = p_actor or exists (select from organisations o where o.tenant_id = p_tenant and o.id = p_actor and o.kind = 'platform'))
   for no key update;
  if not found then raise exception 'no such customer' using errcode = 'PX404'; end if;
  perform count_given(p_tenant, p_now, p_user, p_hands, p_customer, v_before.parent_id,
    p_amount - case p_type when 'top_up' then 0 else v_before.credit_limit end);

  if p_type = 'top_up' then
    if p_amount <= 0 then raise exception 'amount' using errcode = 'PX422'; end if;
    update wallets w set balance = w.balance + p_amount, transfers = w.transfers + 1, alert_base = w.balance + p_amount + w.credit_limit where w.tenant_id = p_tenant and w.organisation_id = p_customer returning w.* into v_after;
    insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after, payment_mode, remarks, created_by, created_at)
    values (p_tenant, p_customer, v_after.transfers, v_after.parent_id, p_customer, p_amount, 'top_up', p_id, v_after.balance, p_payment_mode, p_remarks, p_user, p_now);
    -- Its managers are told, in the same transaction and so once. Figures as on the wire.
    insert into notices (tenant_id, id, organisation_id, kind, data, created_at)
    values (p_tenant, p_id, p_customer, 'credit_received',
      jsonb_build_object('amount', to_char(p_amount / 10000.0, 'FM9999999990.0099'), 'balance', to_char(v_after.balance / 10000.0, 'FM9999999990.0099')), p_now);
  else
    if v_before.balance + p_amount - v_before.held < 0 then
      raise exception 'limit below use' using errcode = 'PX411', detail = jsonb_build_object('lowest', v_before.held - v_before.balance)::text;
    end if;
    update wallets w set credit_limit = p_amount, alert_base = greatest(w.balance + p_amount, 0) where w.tenant_id = p_tenant and w.organisation_id = p_customer returning w.* into v_after;
    insert into credit_limit_changes (tenant_id, id, wallet_id, limit_before, limit_after, remarks, created_by, created_at)
    values (p_tenant, p_id, p_customer, v_before.credit_limit, p_amount, p_remarks, p_user, p_now);
  end if;

  v_answer := jsonb_build_object('id', p_id, 'customer_id', p_customer, 'amount', p_amount, 'balance_before', v_before.balance, 'balance_after', v_after.balance,
    'credit_limit_before', v_before.credit_limit, 'credit_limit_after', v_after.credit_limit, 'available', v_after.balance + v_after.credit_limit - v_after.held, 'created_at', p_now);
  update transaction_keys k set answer = v_answer where k.tenant_id = p_tenant and k.key = p_key;
  return v_answer;
end $$;

-- Stops or reactivates a customer: its users, its till and its wallet in one step.
create or replace function set_customer_active(p_tenant int, p_actor uuid, p_customer uuid, p_active boolean) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_before wallets;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select * into v_before from wallets w where w.tenant_id = p_tenant and w.organisation_id = p_customer for no key update;
  update organisations o set is_active = p_active where o.tenant_id = p_tenant and o.id = p_customer and p_actor = any (o.path) and o.id <> p_actor;
  if not found then raise exception 'no such customer' using errcode = 'PX404'; end if;
  update wallets w set is_active = p_active where w.tenant_id = p_tenant and w.organisation_id = p_customer;
  update customer_counts c set active = c.active + p_active::int - v_before.is_active::int
   where c.tenant_id = p_tenant and c.parent_id = v_before.parent_id and p_active <> v_before.is_active;
end $$;

/* A customer's rule of automatic credit, and its first effect where the balance is below the trigger already. It is of whoever set it last. Only the
   customer's parent, or the platform, may. A rule that gives more than before, or gives again, counts with what it may give a day. p_hands as above.
   Money in ten-thousandths. PX404 not theirs, PX416 a second person decides. */
drop function if exists set_auto_credit(int, timestamptz, uuid, uuid, uuid, bigint, bigint, bigint, boolean);
create or replace function set_auto_credit(p_tenant int, p_now timestamptz, p_user uuid, p_actor uuid, p_customer uuid, p_trigger bigint, p_topup bigint, p_daily bigint,
  p_enabled boolean, p_hands uuid[] default '{}') returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_today date := (p_now at time zone 'Europe/Berlin')::date;
  v_parent uuid;
  v_before auto_credit_rules;
  v_gives_more boolean;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select w.parent_id into v_parent from wallets w where w.tenant_id = p_tenant and w.organisation_id = p_customer
     and (w.parent_id = p_actor or exists (select from organisations o where o.tenant_id = p_tenant and o.id = p_actor and o.kind = 'platform')) for no key update;
  if not found then raise exception 'no such customer' using errcode = 'PX404'; end if;
  select r.* into v_before from auto_credit_rules r where r.tenant_id = p_tenant and r.wallet_id = p_customer for update;
  v_gives_more := not found or (p_enabled and not v_before.is_enabled)
    or p_trigger > v_before.balance_trigger or p_topup > v_before.balance_topup or p_daily > v_before.daily_limit;
  insert into auto_credit_rules as r (tenant_id, wallet_id, balance_trigger, balance_topup, daily_limit, is_enabled, created_by, created_at, is_alone, counted_on)
  values (p_tenant, p_customer, p_trigger, p_topup, p_daily, p_enabled, p_user, p_now, p_hands is not null, v_today)
  on conflict (tenant_id, wallet_id) do update set balance_trigger = p_trigger, balance_topup = p_topup, daily_limit = p_daily, is_enabled = p_enabled,
    created_by = p_user, created_at = p_now,
    is_alone = case when v_gives_more then excluded.is_alone else r.is_alone end,
    counted_on = case when v_gives_more then excluded.counted_on else r.counted_on end;
  if v_gives_more then perform count_given(p_tenant, p_now, p_user, p_hands, p_customer, v_parent, p_daily); end if;
  return run_auto_credit(p_tenant, p_now, p_customer);
end $$;

/* Books a customer's automatic credit where it is due: at a rule's change, and after midnight when the day's limit begins anew. Answers what was booked, 0
   when nothing. A sale does the same in its own commit. Once for a wallet and p_now: the same call again answers what the first one booked. */
create or replace function run_auto_credit(p_tenant int, p_now timestamptz, p_customer uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_today date := (p_now at time zone 'Europe/Berlin')::date;
  v_wallet wallets;
  v_rule auto_credit_rules;
  v_booked bigint;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select w.* into v_wallet from wallets w where w.tenant_id = p_tenant and w.organisation_id = p_customer for no key update;
  select t.amount into v_booked from transfers t
   where t.tenant_id = p_tenant and t.wallet_id = p_customer and t.created_at = p_now and t.kind <> 'sale' and t.kind = 'auto_credit' limit 1;
  if found then return v_booked; end if;
  select r.* into v_rule from auto_credit_rules r where r.tenant_id = p_tenant and r.wallet_id = p_customer and r.is_enabled for update;
  if v_rule.wallet_id is null or not v_wallet.is_active or v_wallet.balance >= v_rule.balance_trigger then return 0; end if;
  -- The day goes on, never back.
  if v_rule.booked_on is null or v_rule.booked_on < v_today then
    v_rule.booked_on := v_today; v_rule.booked := 0; v_rule.booked_from := v_wallet.transfers;
  end if;
  if v_rule.booked + v_rule.balance_topup > v_rule.daily_limit then return 0; end if;
  perform not_closed(p_tenant, p_now);
  update auto_credit_rules r set booked_on = v_rule.booked_on, booked = v_rule.booked + v_rule.balance_topup, booked_from = v_rule.booked_from
   where r.tenant_id = p_tenant and r.wallet_id = p_customer;
  update wallets w set balance = w.balance + v_rule.balance_topup, transfers = w.transfers + 1, alert_base = w.balance + v_rule.balance_topup + w.credit_limit
   where w.tenant_id = p_tenant and w.organisation_id = p_customer returning w.* into v_wallet;
  insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after, created_by, created_at)
  values (p_tenant, p_customer, v_wallet.transfers, v_wallet.parent_id, p_customer, v_rule.balance_topup, 'auto_credit', gen_random_uuid(), v_wallet.balance, v_rule.created_by, p_now);
  return v_rule.balance_topup;
end $$;

/* Switches the rules of all the actor's customers on or off; answers how many changed. Wallets and rules in one order, as a sale locks them. Nothing is
   booked here: what is due then is found within the minute. A rule that gives again counts as one that is set: all of them, or PX416. p_hands as above. */
drop function if exists pause_auto_credit(int, uuid, boolean);
create or replace function pause_auto_credit(p_tenant int, p_now timestamptz, p_user uuid, p_actor uuid, p_enabled boolean, p_hands uuid[]) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_changed int := 0;
  v_wallet wallets;
  v_daily bigint;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  for v_wallet in
    select w.* from wallets w join auto_credit_rules r on r.tenant_id = p_tenant and r.wallet_id = w.organisation_id
     where w.tenant_id = p_tenant and r.is_enabled <> p_enabled
       and (w.parent_id = p_actor or exists (select from organisations o where o.tenant_id = p_tenant and o.id = p_actor and o.kind = 'platform'))
     order by w.organisation_id for no key update of w loop
    update auto_credit_rules r set is_enabled = p_enabled,
           created_by = case when p_enabled then p_user else r.created_by end,
           is_alone = case when p_enabled then p_hands is not null else r.is_alone end,
           counted_on = case when p_enabled then (p_now at time zone 'Europe/Berlin')::date else r.counted_on end
     where r.tenant_id = p_tenant and r.wallet_id = v_wallet.organisation_id and r.is_enabled <> p_enabled returning r.daily_limit into v_daily;
    continue when not found;
    v_changed := v_changed + 1;
    if p_enabled then perform count_given(p_tenant, p_now, p_user, p_hands, v_wallet.organisation_id, v_wallet.parent_id, v_daily); end if;
  end loop;
  return v_changed;
end $$;

/* A second person's word on what waits: does it in the name of whoever asked, or refuses it. Once: whoever comes later is told that it is over. What is no
   credit is done by the caller, in the same transaction. p_hands: who may be p_user beside p_user. PX404 not theirs, PX414 over, PX415 their own, PX417
   one hand may be behind both accounts, and what change_wallet refuses. Lock order: request → key → wallet. */
drop function if exists decide_credit_request(int, timestamptz, uuid, text, uuid, uuid, bytea, uuid, boolean, text);
create or replace function decide_credit_request(p_tenant int, p_now timestamptz, p_user uuid, p_name text, p_actor uuid, p_request uuid, p_content bytea, p_id uuid,
  p_approve boolean, p_reason text, p_hands uuid[]) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_request credit_requests;
  v_answer jsonb;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select r.* into v_request from credit_requests r
   where r.tenant_id = p_tenant and r.id = p_request
     and (r.organisation_id = p_actor or exists (select from organisations o where o.tenant_id = p_tenant and o.id = p_actor and o.kind = 'platform'))
   for update of r;
  if not found then raise exception 'no such request' using errcode = 'PX404'; end if;
  if v_request.asked_by = p_user then raise exception 'own request' using errcode = 'PX415'; end if;
  if v_request.state <> 'waiting' then raise exception 'request over' using errcode = 'PX414'; end if;
  if v_request.hands && (p_hands || p_user) then raise exception 'same hand' using errcode = 'PX417'; end if;
  if p_approve and v_request.corrects is not null then
    v_answer := correct_wallet(p_tenant, p_now, p_request, p_content, v_request.asked_by, p_actor, v_request.wallet_id, p_id, v_request.corrects, v_request.amount,
      v_request.remarks, null);
  elsif p_approve and v_request.type in ('top_up', 'credit_limit') then
    v_answer := change_wallet(p_tenant, p_now, p_request, p_content, v_request.asked_by, p_actor, v_request.wallet_id, p_id, v_request.type, v_request.amount,
      v_request.payment_mode, v_request.remarks, null);
  elsif p_approve and v_request.type = 'auto_credit' then
    perform set_auto_credit(p_tenant, p_now, v_request.asked_by, p_actor, v_request.wallet_id, (v_request.payload ->> 'balance_trigger')::bigint,
      (v_request.payload ->> 'balance_topup')::bigint, (v_request.payload ->> 'daily_limit')::bigint, (v_request.payload ->> 'is_enabled')::boolean, null);
  elsif p_approve and v_request.type = 'auto_resume' then
    perform pause_auto_credit(p_tenant, p_now, v_request.asked_by, v_request.organisation_id, true, null);
  end if;
  update credit_requests r set state = case when p_approve then 'approved' else 'refused' end, decided_by = p_name, decided_at = p_now, reason = p_reason
   where r.tenant_id = p_tenant and r.id = p_request;
  return v_answer;
end $$;

-- Whether something was booked or sold under a key: who asks again is answered as before, whatever the rules are by now.
create or replace function is_key_used(p_tenant int, p_key uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return exists (select from transaction_keys k where k.tenant_id = p_tenant and k.key = p_key);
end $$;
