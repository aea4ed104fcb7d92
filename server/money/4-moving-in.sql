-- Moving in from another system (docs/decisions/0089): the bookings that the move of an organisation's customers made
-- in their wallets. They are needed to undo the move.

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
