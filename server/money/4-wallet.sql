-- Wallets: opened with an organisation, topped up, given a credit line. Refusals have SQLSTATEs of our own; where a
-- refusal has figures, its DETAIL contains them as JSON.

create or replace function open_wallet(p_tenant int, p_organisation uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_wallet wallets;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  insert into wallets (tenant_id, organisation_id, parent_id, is_active)
  select p_tenant, o.id, o.parent_id, o.is_active from organisations o
   where o.tenant_id = p_tenant and o.id = p_organisation and o.parent_id is not null
  on conflict do nothing returning * into v_wallet;
  if v_wallet.organisation_id is null then return; end if;
  insert into customer_counts as c (tenant_id, parent_id, customers, active)
  values (p_tenant, v_wallet.parent_id, 1, v_wallet.is_active::int)
  on conflict (tenant_id, parent_id) do update
    set customers = c.customers + 1,
        active = c.active + excluded.active;
end $$;

/* Takes the key of a booking. Null: the key was free and the caller now books. Otherwise the earlier answer: a
   statement repeated after a lost answer books nothing. PX400 somebody else's key, PX409 key_reused, PX410 key_void. */
create or replace function booked_before(p_tenant int, p_now timestamptz, p_key uuid, p_content bytea, p_user uuid,
  p_id uuid) returns jsonb
language plpgsql set search_path = public, pg_temp as $$
declare v_key transaction_keys;
begin
  insert into transaction_keys (tenant_id, key, operation, user_id, content, cause_id, created_at)
  values (p_tenant, p_key, 'booking', p_user, p_content, p_id, p_now) on conflict do nothing;
  if found then return null; end if;
  select * into v_key from transaction_keys k where k.tenant_id = p_tenant and k.key = p_key;
  if v_key.user_id <> p_user then raise exception 'key of somebody else' using errcode = 'PX400'; end if;
  if v_key.operation = 'void' then raise exception 'key given up' using errcode = 'PX410'; end if;
  if v_key.operation <> 'booking' or v_key.content <> p_content then
    raise exception 'key reused' using errcode = 'PX409';
  end if;
  return v_key.answer;
end $$;

-- Locks the wallet of a customer that the actor may book for: its own, or any if the actor is the platform. PX404 it
-- is no such customer.
create or replace function lock_customer(p_tenant int, p_actor uuid, p_customer uuid) returns wallets
language plpgsql set search_path = public, pg_temp as $$
declare v_wallet wallets;
begin
  select w.* into v_wallet from wallets w
   where w.tenant_id = p_tenant and w.organisation_id = p_customer
     and (w.parent_id = p_actor or exists (
       select from organisations o where o.tenant_id = p_tenant and o.id = p_actor and o.kind = 'platform'))
   for no key update;
  if not found then raise exception 'no such customer' using errcode = 'PX404'; end if;
  return v_wallet;
end $$;

-- Refuses an amount that the parent wants two people to decide. p_hands null: a second person has approved. PX416 a
-- second person must decide.
create or replace function not_alone(p_tenant int, p_parent uuid, p_amount bigint, p_hands uuid[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if p_hands is not null and p_amount > (select o.credit_approval_above from organisations o
                                          where o.tenant_id = p_tenant and o.id = p_parent) then
    raise exception 'a second person decides' using errcode = 'PX416';
  end if;
end $$;

-- Stores a booking's answer with its key, for repeated requests.
create or replace function booking_answer(p_tenant int, p_now timestamptz, p_key uuid, p_id uuid, p_amount bigint,
  p_before wallets, p_after wallets) returns jsonb
language plpgsql set search_path = public, pg_temp as $$
declare
  v_answer jsonb := jsonb_build_object(
    'id', p_id, 'customer_id', p_after.organisation_id, 'amount', p_amount,
    'balance_before', p_before.balance, 'balance_after', p_after.balance,
    'credit_limit_before', p_before.credit_limit, 'credit_limit_after', p_after.credit_limit,
    'available', p_after.balance + p_after.credit_limit - p_after.held, 'created_at', p_now);
begin
  update transaction_keys k set answer = v_answer where k.tenant_id = p_tenant and k.key = p_key;
  return v_answer;
end $$;

-- The figures of a booking in a notice, in wire form.
create or replace function booking_figures(p_amount bigint, p_balance bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('amount', to_char(p_amount / 10000.0, 'FM9999999990.0099'),
                            'balance', to_char(p_balance / 10000.0, 'FM9999999990.0099'))
$$;

/* Books p_amount onto a customer's wallet (top_up) or sets its credit limit to p_amount (credit_limit), once per key; a
   repeated key gets the same answer. Only the customer's own parent, or the platform, may call it. p_hands: accounts
   that may belong to the same person as p_user; null: a second person has approved. PX404 not the actor's customer,
   PX411 limit too low (lowest), PX416 a second person must decide, PX422 a top-up not above zero, and the refusals of
   taking a key. Money in ten-thousandths. */
create or replace function change_wallet(p_tenant int, p_now timestamptz, p_key uuid, p_content bytea, p_user uuid,
  p_actor uuid, p_customer uuid, p_id uuid, p_type text, p_amount bigint, p_payment_mode text, p_remarks text,
  p_hands uuid[] default '{}') returns jsonb
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

  v_before := lock_customer(p_tenant, p_actor, p_customer);
  perform count_given(p_tenant, p_now, p_user, p_hands, p_customer, v_before.parent_id,
    p_amount - case p_type when 'top_up' then 0 else v_before.credit_limit end);

  if p_type = 'top_up' then
    if p_amount <= 0 then raise exception 'amount' using errcode = 'PX422'; end if;
    update wallets w
       set balance = w.balance + p_amount,
           transfers = w.transfers + 1,
           alert_base = w.balance + p_amount + w.credit_limit
     where w.tenant_id = p_tenant and w.organisation_id = p_customer returning w.* into v_after;
    insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after,
      payment_mode, remarks, created_by, created_at)
    values (p_tenant, p_customer, v_after.transfers, v_after.parent_id, p_customer, p_amount, 'top_up', p_id,
      v_after.balance, p_payment_mode, p_remarks, p_user, p_now);
    -- The customer's managers are notified in the same transaction, so they are notified exactly once.
    insert into notices (tenant_id, id, organisation_id, kind, data, created_at)
    values (p_tenant, p_id, p_customer, 'credit_received', booking_figures(p_amount, v_after.balance), p_now);
  else
    if v_before.balance + p_amount - v_before.held < 0 then
      raise exception 'limit below use' using errcode = 'PX411',
        detail = jsonb_build_object('lowest', v_before.held - v_before.balance)::text;
    end if;
    update wallets w
       set credit_limit = p_amount,
           alert_base = greatest(w.balance + p_amount, 0)
     where w.tenant_id = p_tenant and w.organisation_id = p_customer returning w.* into v_after;
    insert into credit_limit_changes (tenant_id, id, wallet_id, limit_before, limit_after, remarks, created_by,
      created_at)
    values (p_tenant, p_id, p_customer, v_before.credit_limit, p_amount, p_remarks, p_user, p_now);
  end if;
  return booking_answer(p_tenant, p_now, p_key, p_id, p_amount, v_before, v_after);
end $$;

-- Stops or reactivates an organisation anywhere below the actor: its users, its till and its wallet in one step. PX404
-- not below the actor.
create or replace function set_customer_active(p_tenant int, p_actor uuid, p_customer uuid, p_active boolean)
returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_before wallets;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select * into v_before from wallets w
   where w.tenant_id = p_tenant and w.organisation_id = p_customer for no key update;
  update organisations o set is_active = p_active
   where o.tenant_id = p_tenant and o.id = p_customer and p_actor = any (o.path) and o.id <> p_actor;
  if not found then raise exception 'no such customer' using errcode = 'PX404'; end if;
  update wallets w set is_active = p_active where w.tenant_id = p_tenant and w.organisation_id = p_customer;
  update customer_counts c set active = c.active + p_active::int - v_before.is_active::int
   where c.tenant_id = p_tenant and c.parent_id = v_before.parent_id and p_active <> v_before.is_active;
end $$;

-- Whether a key is used: something was booked, sold or held under it, or it was given up. A repeated request then gets
-- the earlier answer, even if the rules have changed since.
create or replace function is_key_used(p_tenant int, p_key uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return exists (select from transaction_keys k where k.tenant_id = p_tenant and k.key = p_key);
end $$;
