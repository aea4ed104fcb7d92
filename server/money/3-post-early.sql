-- Posting a hold without a wallet that waits for the disk (docs/decisions/0053): commit, let go, then wait.

/* post_hold(), but its commit returns before it is written, so that a reseller's wallet, which is everybody's, is
   locked for no disk. Whoever calls it asks flush_log() behind it and tells nobody before both have answered. */
create or replace function post_hold_early(p_tenant int, p_now timestamptz, p_key uuid, p_sale uuid, p_reference text,
  p_payload bytea) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  return post_hold(p_tenant, p_now, p_key, p_sale, p_reference, p_payload);
end $$;

/* Returns when all that was committed before it is on the disk: its own commit, of nothing but a mark in the log, waits
   for that, and holds no lock meanwhile. */
create or replace function flush_log(p_tenant int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  perform pg_logical_emit_message(true, 'portal', '');
end $$;
