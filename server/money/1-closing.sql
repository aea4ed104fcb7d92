-- Closes the books: announces a time before which nothing may be written any more. Once every transaction that was
-- running at that moment has ended, all rows before that time are final: no later commit, however long it hung, can
-- add to them (decision 0023).

-- The lower bound of all UUIDv7 of an instant, so that a range of time is a range of the primary key. An instant before
-- 1970 counts as 1970.
create or replace function first_id_at(p_at timestamptz) returns uuid language sql stable parallel safe as
$$ select (lpad(to_hex(greatest(floor(extract(epoch from p_at) * 1000), 0)::bigint), 12, '0')
           || '00000000000000000000')::uuid $$;

/* Refuses to write into a closed time with 57014 (in progress), so that the caller repeats the request with the current
   time. Called by every function that adds a sale, a transfer, a document or a change of a limit, except plain_sale(),
   which looks at the announcement itself and then leaves the purchase to sell(). The transaction gets its number before
   it reads the announcement. So either it sees the announcement, or the sealing waits for the transaction. */
create or replace function not_closed(p_tenant int, p_now timestamptz, p_ids uuid[] default '{}') returns void
language plpgsql as $$
begin
  perform pg_current_xact_id();
  if exists (select from closings c where c.tenant_id = p_tenant
                and (c.until > p_now or first_id_at(c.until) > any (p_ids))) then
    raise exception 'this came too late: its time is closed' using errcode = '57014';
  end if;
end $$;

/* Takes one step of closing the books up to p_until: announces p_until, notes the transactions under way, or seals once
   these have ended. Each step commits by itself; the next call continues where the last one stopped. Answers the
   instant before which nothing will ever be added. */
create or replace function close_books(p_tenant int, p_until timestamptz) returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_closing closings;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  insert into closings (tenant_id, until) values (p_tenant, 'epoch') on conflict do nothing;
  select c.* into v_closing from closings c where c.tenant_id = p_tenant for update;
  -- A transaction number from another cluster (before a restore or a move) means nothing in this cluster. It is
  -- dropped, and a number of this cluster is noted instead.
  if v_closing.after_xid > pg_current_xact_id() then v_closing.after_xid := null; end if;
  if v_closing.after_xid is not null then
    if pg_snapshot_xmin(pg_current_snapshot()) < v_closing.after_xid then return v_closing.sealed; end if;
    update closings c set sealed = c.until, after_xid = null where c.tenant_id = p_tenant returning c.* into v_closing;
  elsif v_closing.until > v_closing.sealed then
    -- The announcement is committed by now: transactions with a smaller number may not have seen it, and all with a
    -- greater number have seen it.
    update closings c set after_xid = pg_current_xact_id() where c.tenant_id = p_tenant;
  elsif p_until > v_closing.until then
    update closings c set until = p_until where c.tenant_id = p_tenant;
  end if;
  return v_closing.sealed;
end $$;
