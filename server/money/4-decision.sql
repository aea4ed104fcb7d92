-- Carries out a second person's decision on a waiting request for credit.

/* Decides a waiting request: books it in the name of the person who asked, or refuses it. Only once: a later decision
   gets PX414. Requests other than credit are carried out by the caller, in the same transaction. p_hands: accounts that
   may belong to the same person as p_user. PX404 not a request that the actor may decide, PX414 already decided, PX415
   the decider's own request, PX417 one person may be behind both accounts, and the refusals of what it carries out
   (change_wallet, correct_wallet, open_with_debt, set_auto_credit) except PX416.
   Lock order: request → key → wallet. */
create or replace function decide_credit_request(p_tenant int, p_now timestamptz, p_user uuid, p_name text,
  p_actor uuid, p_request uuid, p_content bytea, p_id uuid, p_approve boolean, p_reason text, p_hands uuid[])
returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_request credit_requests;
  v_answer jsonb;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select r.* into v_request from credit_requests r
   where r.tenant_id = p_tenant and r.id = p_request
     and (r.organisation_id = p_actor or exists (
       select from organisations o where o.tenant_id = p_tenant and o.id = p_actor and o.kind = 'platform'))
   for update of r;
  if not found then raise exception 'no such request' using errcode = 'PX404'; end if;
  if v_request.asked_by = p_user then raise exception 'own request' using errcode = 'PX415'; end if;
  if v_request.state <> 'waiting' then raise exception 'request over' using errcode = 'PX414'; end if;
  if v_request.hands && (p_hands || p_user) then raise exception 'same hand' using errcode = 'PX417'; end if;
  if p_approve and v_request.corrects is not null then
    v_answer := correct_wallet(p_tenant, p_now, p_request, p_content, v_request.asked_by, p_actor, v_request.wallet_id,
      p_id, v_request.corrects, v_request.amount, v_request.remarks, null);
  elsif p_approve and v_request.payment_mode = 'moved_in' then
    v_answer := open_with_debt(p_tenant, p_now, p_request, p_content, v_request.asked_by, p_actor, v_request.wallet_id,
      p_id, v_request.amount, v_request.remarks, null);
  elsif p_approve and v_request.type in ('top_up', 'credit_limit') then
    v_answer := change_wallet(p_tenant, p_now, p_request, p_content, v_request.asked_by, p_actor, v_request.wallet_id,
      p_id, v_request.type, v_request.amount, v_request.payment_mode, v_request.remarks, null);
  elsif p_approve and v_request.type = 'auto_credit' then
    perform set_auto_credit(p_tenant, p_now, v_request.asked_by, p_actor, v_request.wallet_id,
      (v_request.payload ->> 'balance_trigger')::bigint, (v_request.payload ->> 'balance_topup')::bigint,
      (v_request.payload ->> 'daily_limit')::bigint, (v_request.payload ->> 'is_enabled')::boolean, null);
  elsif p_approve and v_request.type = 'auto_resume' then
    perform pause_auto_credit(p_tenant, p_now, v_request.asked_by, v_request.organisation_id, true, null);
  end if;
  update credit_requests r
     set state = case when p_approve then 'approved' else 'refused' end,
         decided_by = p_name,
         decided_at = p_now,
         reason = p_reason
   where r.tenant_id = p_tenant and r.id = p_request;
  return v_answer;
end $$;
