-- Moving in from another system (docs/decisions/0089, 0100): what a customer owes on the day of its move, and the
-- bookings that a move made in its customers' wallets, which are needed to undo it.

/* Books that a customer owes p_amount from before its move, once per key: a correction towards the parent with
   payment_mode moved_in. The key must be that of the opening balance in a row of a move, with this customer and amount.
   p_hands: accounts that may belong to the same person as p_user; null: a second person has approved. PX404 not the
   actor's customer, or no such row; PX416 a second person must decide, also if the limit that would cover the debt
   waits for one; PX411 the limit does not cover the debt (lowest); and the refusals of taking a key. Money in
   ten-thousandths.
   Lock order: key → wallet. */
create or replace function open_with_debt(p_tenant int, p_now timestamptz, p_key uuid, p_content bytea, p_user uuid,
  p_actor uuid, p_customer uuid, p_id uuid, p_amount bigint, p_remarks text, p_hands uuid[]) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_answer jsonb;
  v_before wallets;
  v_after wallets;
  v_missing bigint;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  v_answer := booked_before(p_tenant, p_now, p_key, p_content, p_user, p_id);
  if v_answer is not null then return v_answer; end if;
  perform not_closed(p_tenant, p_now);

  v_before := lock_customer(p_tenant, p_actor, p_customer);
  if p_amount <= 0 or not exists (
    select from move_rows r where r.tenant_id = p_tenant and r.balance_key = p_key and r.customer_id = p_customer
       and r.balance = -p_amount) then
    raise exception 'not of a move' using errcode = 'PX404';
  end if;
  perform not_alone(p_tenant, v_before.parent_id, p_amount, p_hands);
  v_missing := p_amount - (v_before.balance + v_before.credit_limit - v_before.held);
  if v_missing > 0 and p_hands is not null and exists (
    select from credit_requests r
     where r.tenant_id = p_tenant and r.wallet_id = p_customer and r.type = 'credit_limit' and r.state = 'waiting'
       and r.amount - v_before.credit_limit >= v_missing) then
    raise exception 'a second person decides' using errcode = 'PX416';
  end if;
  if v_missing > 0 then
    raise exception 'not covered' using errcode = 'PX411',
      detail = jsonb_build_object('lowest', v_before.credit_limit + v_missing)::text;
  end if;

  update wallets w
     set balance = w.balance - p_amount,
         transfers = w.transfers + 1,
         alert_base = greatest(w.balance - p_amount + w.credit_limit, 0)
   where w.tenant_id = p_tenant and w.organisation_id = p_customer returning w.* into v_after;
  insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after,
    payment_mode, remarks, created_by, created_at)
  values (p_tenant, p_customer, v_after.transfers, p_customer, v_after.parent_id, p_amount, 'correction', p_id,
    v_after.balance, 'moved_in', p_remarks, p_user, p_now);
  return booking_answer(p_tenant, p_now, p_key, p_id, p_amount, v_before, v_after);
end $$;

/* Locks the wallets of a move and returns for each what the move booked there: the transfer of the opening balance, if
   one was booked, and the credit limit. used: set if the customer has sold, or if something is booked that the move did
   not book. p_keys: the keys of the opening balances; the key of a limit is the wallet's own id. The caller's
   transaction then takes the money back by correct_wallet and change_wallet, or is rolled back. Money in
   ten-thousandths.
   Lock order: wallets by id. */
create or replace function lock_move(p_tenant int, p_actor uuid, p_wallets uuid[], p_keys uuid[])
returns table (customer_id uuid, name text, seq bigint, amount bigint, credit_limit bigint, used text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  perform from wallets w
    where w.tenant_id = p_tenant and w.organisation_id = any (p_wallets) and w.parent_id = p_actor
    order by w.organisation_id for no key update;
  return query
    select w.organisation_id, o.name, t.seq, t.amount, w.credit_limit,
           case when w.held <> 0 or exists (
                  select from sales s where s.tenant_id = p_tenant and s.seller_id = w.organisation_id) then 'sold'
                when w.transfers <> (t.seq is not null)::int or exists (
                  select from credit_limit_changes c
                   where c.tenant_id = p_tenant and c.wallet_id = w.organisation_id
                     and c.id is distinct from l.cause_id) then 'booked' end
      from unnest(p_wallets, p_keys) as m(wallet_id, key)
      join wallets w on w.tenant_id = p_tenant and w.organisation_id = m.wallet_id and w.parent_id = p_actor
      join organisations o on o.tenant_id = p_tenant and o.id = w.organisation_id
      left join transaction_keys b on b.tenant_id = p_tenant and b.key = m.key
      left join transaction_keys l on l.tenant_id = p_tenant and l.key = m.wallet_id
      left join transfers t on t.tenant_id = p_tenant and t.wallet_id = w.organisation_id and t.cause_id = b.cause_id
     order by w.organisation_id;
end $$;
