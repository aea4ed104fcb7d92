-- Settles a key whose answer never arrived: finds out whether something was sold under the key, and gives the key up if
-- not.

/* Gives up an unanswered key for ever, unless something was sold under it: afterwards nothing can be sold under it,
   however late the first request arrives. A key with an open hold for a live product is not given up here but refused
   as in progress (57014), because the hold is ended by what becomes of its order. Outcomes: sold (sale_id, or the sales
   of a basket), not_sold, key_invalid (somebody else's), key_reused (a booking's). */
create or replace function settle_key(p_tenant int, p_now timestamptz, p_key uuid, p_user uuid)
returns table (outcome text, sale_id uuid, basket uuid[])
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_key transaction_keys;
  v_hold holds;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  insert into transaction_keys (tenant_id, key, operation, user_id, content, cause_id, created_at)
  values (p_tenant, p_key, 'void', p_user, '', p_key, p_now) on conflict do nothing;
  select k.* into v_key from transaction_keys k where k.tenant_id = p_tenant and k.key = p_key;
  if v_key.operation = 'hold' and v_key.user_id = p_user then
    select h.* into v_hold from holds h where h.tenant_id = p_tenant and h.key = p_key;
    if v_hold.state = 'open' then raise exception 'the supplier is still being asked' using errcode = '57014'; end if;
  end if;
  return query
    select case when v_key.user_id <> p_user then 'key_invalid'
                when v_key.operation = 'booking' then 'key_reused'
                when v_key.operation = 'void' or v_hold.state = 'void' then 'not_sold'
                else 'sold' end,
           case v_key.operation when 'sale' then v_key.cause_id when 'hold' then v_hold.sale_id end,
           case when v_key.operation = 'basket' and v_key.user_id = p_user then basket_of(v_key.answer) end;
end $$;
