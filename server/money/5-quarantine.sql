-- After a restore, stock that may have been sold after the restored point is held back, published or not, until a
-- person releases it. No API key of a customer can sell until a person confirms the key, because the database may
-- have forgotten that the key was withdrawn.

/* Holds back all unsold stock of the tenant and blocks its customers' API keys, once per restore, so nothing
   happens when a restore was noticed after p_since. Held stock counts as unpublished for sell(). Answers the
   number of PINs held. Heads are locked in the order that a single purchase takes them. */
create or replace function hold_stock(p_tenant int, p_now timestamptz, p_restore uuid, p_cause text,
  p_point timestamptz, p_since timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_pins int;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  perform pg_advisory_xact_lock(hashtext('hold_stock'), p_tenant);
  if exists (select from restores r where r.tenant_id = p_tenant and r.held_at > p_since) then return 0; end if;
  insert into restores (tenant_id, id, cause, point, held_at) values (p_tenant, p_restore, p_cause, p_point, p_now);
  update organisations o set api_enabled = false, api_held_at = p_now where o.tenant_id = p_tenant and o.api_enabled;
  update sessions s set ended_at = p_now where s.tenant_id = p_tenant and s.is_key and s.ended_at is null;
  perform 1 from queue_heads h where h.tenant_id = p_tenant and (not h.is_over or h.first_seq = h.end_seq)
    order by h.configuration_id, h.batch_no, h.stripe for update;
  with held as (
    update queue_heads h set is_published = false, held_published = coalesce(h.held_published, h.is_published)
     where h.tenant_id = p_tenant and (not h.is_over or h.first_seq = h.end_seq)
    returning h.end_seq - h.next_seq as pins)
  select coalesce(sum(held.pins), 0) into v_pins from held;
  return v_pins;
end $$;

/* Restores one held batch to its former state. Once no stock of the tenant is held any more, its restores are
   recorded as ended. Answers the PINs released; PX404 when the batch is not p_owner's, PX424 when nothing of it is
   held. */
create or replace function release_stock(p_tenant int, p_now timestamptz, p_owner uuid, p_batch int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_configuration uuid; v_pins int; v_heads int;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select b.configuration_id into v_configuration from batches b
   where b.tenant_id = p_tenant and b.batch_no = p_batch and b.owner_id = p_owner and b.state = 'ready';
  if not found then raise exception 'no such batch' using errcode = 'PX404'; end if;
  perform 1 from queue_heads h
   where h.tenant_id = p_tenant and h.configuration_id = v_configuration and h.batch_no = p_batch
   order by h.stripe for update;
  with freed as (
    update queue_heads h set is_published = h.held_published, held_published = null
     where h.tenant_id = p_tenant and h.configuration_id = v_configuration and h.batch_no = p_batch
       and h.held_published is not null
    returning h.end_seq - h.next_seq as pins)
  select coalesce(sum(freed.pins), 0), count(*) into v_pins, v_heads from freed;
  if v_heads = 0 then raise exception 'nothing is held' using errcode = 'PX424'; end if;
  update restores r set released_at = p_now where r.tenant_id = p_tenant and r.released_at is null
     and not exists (select from queue_heads h where h.tenant_id = p_tenant and h.held_published is not null);
  return v_pins;
end $$;

-- Raises PX423 if any stock of a batch is held back. The caller has locked the batch's heads.
create or replace function refuse_held(p_tenant int, p_configuration uuid, p_batch int) returns void
language plpgsql as $$
begin
  if exists (select from queue_heads h where h.tenant_id = p_tenant and h.configuration_id = p_configuration
                and h.batch_no = p_batch and h.held_published is not null) then
    raise exception 'held back' using errcode = 'PX423';
  end if;
end $$;
