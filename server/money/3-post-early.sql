-- Posts a hold so that no wallet waits for the disk (decision 0053): commits, releases the locks, then waits for the
-- disk.

/* post_hold(), but the commit returns before it is on disk, so that a reseller's wallet, which all its shops need, is
   never locked while waiting. The caller also calls flush_log() and tells nobody of the sale before both calls have
   returned. */
create or replace function post_hold_early(p_tenant int, p_now timestamptz, p_key uuid, p_sale uuid, p_reference text,
  p_payload bytea) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  return post_hold(p_tenant, p_now, p_key, p_sale, p_reference, p_payload);
end $$;

/* Returns when everything committed before is on the disk. Its own commit puts an empty mark into the log, waits until
   the log is on the disk up to that mark, and holds no lock meanwhile. */
create or replace function flush_log(p_tenant int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  perform pg_logical_emit_message(true, 'portal', '');
end $$;
