-- Corrections: a wrong booking is never edited. It is reversed by a booking of kind correction; the table corrections
-- says which one.

/* Reverses p_amount of the booking p_corrects in the customer's wallet: a wrong credit is taken off the balance, and a
   debt with which the customer was moved in is given back. A key books once, and a booking is corrected once.
   Only the customer's own parent, or the platform, may call it; p_hands null: a second person has approved. PX404 not
   the actor's customer or nothing to correct, PX416 a second person must decide, PX422 more than was booked, PX430
   corrected before, PX431 already spent (available, missing), and the refusals of taking a key. Money in
   ten-thousandths.
   Lock order: key → wallet. */
create or replace function correct_wallet(p_tenant int, p_now timestamptz, p_key uuid, p_content bytea, p_user uuid,
  p_actor uuid, p_customer uuid, p_id uuid, p_corrects bigint, p_amount bigint, p_remarks text, p_hands uuid[])
returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_answer jsonb;
  v_before wallets;
  v_after wallets;
  v_wrong transfers;
  v_change bigint;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  v_answer := booked_before(p_tenant, p_now, p_key, p_content, p_user, p_id);
  if v_answer is not null then return v_answer; end if;
  perform not_closed(p_tenant, p_now);

  v_before := lock_customer(p_tenant, p_actor, p_customer);
  select t.* into v_wrong from transfers t
   where t.tenant_id = p_tenant and t.wallet_id = p_customer and t.seq = p_corrects
     and (t.payee_id = p_customer and t.kind in ('top_up', 'auto_credit')
          or t.payer_id = p_customer and t.payment_mode = 'moved_in');
  if not found then raise exception 'nothing to correct' using errcode = 'PX404'; end if;
  if p_amount <= 0 or p_amount > v_wrong.amount then raise exception 'amount' using errcode = 'PX422'; end if;
  perform not_alone(p_tenant, v_before.parent_id, p_amount, p_hands);
  -- This wallet is locked, so no other correction of its bookings can run now.
  if exists (select from corrections c
              where c.tenant_id = p_tenant and c.wallet_id = p_customer and c.corrects = p_corrects) then
    raise exception 'corrected before' using errcode = 'PX430';
  end if;
  v_change := case when v_wrong.payee_id = p_customer then -p_amount else p_amount end;
  if v_before.balance + v_before.credit_limit - v_before.held + v_change < 0 then
    raise exception 'spent' using errcode = 'PX431', detail = jsonb_build_object(
      'available', v_before.balance + v_before.credit_limit - v_before.held,
      'missing', p_amount - (v_before.balance + v_before.credit_limit - v_before.held))::text;
  end if;

  update wallets w
     set balance = w.balance + v_change,
         transfers = w.transfers + 1,
         alert_base = greatest(w.balance + v_change + w.credit_limit, 0)
   where w.tenant_id = p_tenant and w.organisation_id = p_customer returning w.* into v_after;
  insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after,
    payment_mode, remarks, created_by, created_at)
  values (p_tenant, p_customer, v_after.transfers, v_wrong.payee_id, v_wrong.payer_id, p_amount, 'correction', p_id,
    v_after.balance, v_wrong.payment_mode, p_remarks, p_user, p_now);
  insert into corrections (tenant_id, wallet_id, corrects, seq)
  values (p_tenant, p_customer, p_corrects, v_after.transfers);
  insert into notices (tenant_id, id, organisation_id, kind, data, created_at)
  select p_tenant, p_id, p_customer, 'credit_corrected', booking_figures(p_amount, v_after.balance), p_now
   where v_change < 0;
  return booking_answer(p_tenant, p_now, p_key, p_id, p_amount, v_before, v_after);
end $$;
