-- What a hold ordered at a supplier, and the state of that order (decision 0045). created: no request has left. sent:
-- the request left, or is just leaving. held: the supplier accepted the order and waits for a confirmation. unknown:
-- there is no clear answer, so the supplier is asked about the order. manual: a person has to end the order. delivered,
-- refused: the hold was posted, or given back. reversed: the supplier delivered and took the delivery back. A server
-- that asks a supplier holds the order's lease, so several servers never ask about one order at the same time; another
-- server takes over a lease that ran out. Lock order: the hold → its order.

-- Ends an order together with its hold, in the same transaction. p_again: when to ask the supplier once more, in case
-- its answer proves wrong; null if it is never asked again.
create or replace function end_order(p_tenant int, p_now timestamptz, p_key uuid, p_state text, p_reference text,
  p_again timestamptz) returns void language sql as $$
  update live_orders o
     set state = p_state,
         supplier_reference = coalesce(p_reference, o.supplier_reference),
         ended_at = p_now,
         next_at = p_again,
         leased_by = null,
         leased_until = null
   where o.tenant_id = p_tenant and o.key = p_key
$$;

/* A supplier's reference belongs to one order: PX437 where another order of the connection was delivered under it. Of
   two orders that arrive at the same time with the same reference the second waits for the first. */
create or replace function reference_free(p_tenant int, p_key uuid, p_reference text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_tenant || ' ' || p_reference, 437));
  if exists (select from live_orders o
               join live_orders x on x.tenant_id = p_tenant and x.supplier_reference = p_reference
                and x.connection_id = o.connection_id and x.key <> o.key and x.state in ('delivered', 'reversed')
              where o.tenant_id = p_tenant and o.key = p_key) then
    raise exception 'the reference is another order''s' using errcode = 'PX437';
  end if;
end $$;

/* Records that an order is about to leave the server; the caller sends it only after this is committed. True: the
   holder of this lease sends it, now and once. False: it was sent before, or another server ended it or took it over,
   and nothing may be sent. */
create or replace function send_order(p_tenant int, p_now timestamptz, p_key uuid, p_lease uuid,
  p_lease_until timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  update live_orders o
     set state = 'sent',
         sent_at = p_now,
         next_at = p_lease_until,
         leased_until = p_lease_until
   where o.tenant_id = p_tenant and o.key = p_key and o.state = 'created' and o.leased_by = p_lease;
  return found;
end $$;

/* Gives back the hold of an order that never left, without asking the supplier. True again when it was given
   back for the same reason before. False when the order may have left (either it was sent, or the database was restored
   since and does not know whether it was sent), and when its hold ended in another way. */
create or replace function drop_order(p_tenant int, p_now timestamptz, p_key uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
declare
  v_created timestamptz;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  perform 1 from holds h where h.tenant_id = p_tenant and h.key = p_key for update;
  select o.created_at into v_created from live_orders o
   where o.tenant_id = p_tenant and o.key = p_key and o.state = 'created' for update;
  if v_created is null then
    return exists (select from holds h
                    where h.tenant_id = p_tenant and h.key = p_key and h.state = 'void' and h.reason = p_reason);
  end if;
  if exists (select from restores r where r.tenant_id = p_tenant and r.held_at >= v_created) then
    update live_orders o
       set state = 'unknown',
           sent_at = o.created_at
     where o.tenant_id = p_tenant and o.key = p_key;
    return false;
  end if;
  perform void_hold(p_tenant, p_now, p_key, null, p_reason);
  return true;
end $$;

/* Takes up to p_limit orders without a valid lease: those of p_keys, or any when p_keys is null; p_is_due: only those
   that are due. Ended orders that are checked once more come after open ones. The orders belong to p_lease until
   p_until; after that any server may take them. */
create or replace function take_orders(p_tenant int, p_now timestamptz, p_lease uuid, p_until timestamptz,
  p_keys uuid[], p_is_due boolean, p_limit int)
returns table (key uuid, connection_id uuid, state text, hold_state text, supplier_reference text, sealed bytea,
  sent_at timestamptz, asked int, cost_total bigint, created_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
    with due as (
      select o.key from live_orders o
       where o.tenant_id = p_tenant and (o.leased_until is null or o.leased_until <= p_now)
         and (p_keys is null or o.key = any (p_keys)) and (not p_is_due or o.next_at <= p_now)
       order by o.ended_at is not null, o.next_at limit p_limit for update skip locked),
    taken as (
      update live_orders o
         set leased_by = p_lease,
             leased_until = p_until,
             asked = o.asked + 1
        from due where o.tenant_id = p_tenant and o.key = due.key
      returning o.*)
    select t.key, t.connection_id, t.state, h.state, t.supplier_reference, t.sealed, t.sent_at, t.asked, h.cost_total,
           t.created_at
      from taken t join holds h on h.tenant_id = p_tenant and h.key = t.key order by t.key;
end $$;

/* Records news about an order; no booking changes. Only the holder of its lease may call this, and gives the lease
   back, or keeps it until p_keep_until. p_state: the new state of an open order; an ended one keeps its own. p_next:
   when to ask again. */
create or replace function note_order(p_tenant int, p_now timestamptz, p_key uuid, p_lease uuid, p_state text,
  p_reference text, p_said text, p_next timestamptz, p_keep_until timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  update live_orders o
     set state = case when o.ended_at is null then p_state else o.state end,
         supplier_reference = coalesce(p_reference, o.supplier_reference),
         said = coalesce(p_said, o.said),
         next_at = p_next,
         leased_by = case when p_keep_until is not null then p_lease end,
         leased_until = p_keep_until
   where o.tenant_id = p_tenant and o.key = p_key and o.leased_by = p_lease;
  return found;
end $$;

/* Opens a case because the supplier contradicts the books, once for each kind of contradiction: the booking stays, and
   the case tells a person. An order that was delivered and then taken back becomes reversed. */
create or replace function open_case(p_tenant int, p_now timestamptz, p_key uuid, p_id uuid, p_kind text, p_said text,
  p_cost bigint) returns void
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  insert into cases (tenant_id, id, key, kind, said, theirs, opened_at)
  values (p_tenant, p_id, p_key, p_kind, p_said, p_cost, p_now) on conflict (tenant_id, key, kind) do nothing;
  update live_orders o set state = 'reversed'
   where o.tenant_id = p_tenant and o.key = p_key and o.state = 'delivered' and p_kind = 'late_refusal';
end $$;
