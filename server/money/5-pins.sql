-- Single PINs in stock: found by their fingerprint, taken out of sale and put back, their serial corrected.

/* Which of these hashes (16 bytes each, concatenated) are in stock: the position of each, counted from 0, and its
   batch if the PIN is p_owner's own. Of another owner's PIN only its presence is answered, and no user is told of it
   row by row (decision 0020). Each hash is looked up once through the index, even if the planner's statistics are
   from a moment when the stock was small: this is why the function has its settings, the two "offset 0" and
   "materialized". Row level security lets only leak-proof conditions use an index: the hash comes as a column, not
   as a substr() in the condition. */
create or replace function pins_in_stock(p_tenant int, p_owner uuid, p_hashes bytea)
returns table (i int, batch_no int, created_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
    with hits as materialized (
      select x.n, p.batch_no
        from (select n, substr(p_hashes, n * 16 + 1, 16) as hash
                from generate_series(0, length(p_hashes) / 16 - 1) as n offset 0) x
        cross join lateral (
          select p.batch_no from pins p where p.tenant_id = p_tenant and p.hash = x.hash offset 0) p)
    select h.n, b.batch_no, b.created_at from hits h
      left join batches b on b.tenant_id = p_tenant and b.batch_no = h.batch_no and b.owner_id = p_owner;
end $$;

/* Takes one unsold PIN out of sale, or puts it back. The stretch of numbers of a queue head is split around the PIN,
   which keeps an empty stretch of its own, so that counts of what is left and sold stay right; when put back, its
   own stretch holds it again. Numbers behind the PIN are sold last of their batch. The queue head is locked as a
   sale locks it, so a PIN that is being sold counts as sold; the batch is locked, so that two splits come one after
   the other. PX404 when it is not p_owner's or its batch is not ready, PX413 when it was sold. */
create or replace function block_pin(p_tenant int, p_owner uuid, p_batch int, p_seq int, p_block boolean,
  p_now timestamptz default clock_timestamp()) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_configuration uuid;
  v_head queue_heads;
  v_pin pins;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select b.configuration_id into v_configuration from batches b
   where b.tenant_id = p_tenant and b.batch_no = p_batch and b.owner_id = p_owner and b.state = 'ready'
   for no key update;
  if not found then raise exception 'no such batch' using errcode = 'PX404'; end if;
  select h.* into v_head from queue_heads h
   where h.tenant_id = p_tenant and h.configuration_id = v_configuration and h.batch_no = p_batch
     and h.first_seq <= p_seq and (p_seq < h.end_seq or p_seq = h.first_seq) for update;
  select p.* into v_pin from pins p
   where p.tenant_id = p_tenant and p.batch_no = p_batch and p.seq = p_seq for update;
  if v_pin.seq is null or v_head.batch_no is null then raise exception 'no such PIN' using errcode = 'PX404'; end if;
  if v_pin.sale_id is not null then raise exception 'it was sold' using errcode = 'PX413'; end if;
  if v_pin.is_blocked = p_block then return; end if;
  update pins p set is_blocked = p_block where p.tenant_id = p_tenant and p.batch_no = p_batch and p.seq = p_seq;
  update queue_heads h set end_seq = case when p_block then p_seq else p_seq + 1 end
   where h.tenant_id = p_tenant and h.configuration_id = v_configuration and h.batch_no = p_batch
     and h.stripe = v_head.stripe;
  perform move_stock(p_tenant, p_batch, p_now, case when p_block then 'blocked' else 'unblocked' end, 1,
    v_head.expires_on);
  if not p_block then return; end if;
  insert into queue_heads (tenant_id, configuration_id, batch_no, stripe, first_seq, next_seq, end_seq, is_published,
    held_published, expires_on, cost_unit, buying_discount)
  select p_tenant, v_configuration, p_batch, last.stripe + row_number() over (order by r.first), r.first, r.first,
         r.behind, v_head.is_published, v_head.held_published, v_head.expires_on, v_head.cost_unit,
         v_head.buying_discount
    from (select max(h.stripe) as stripe from queue_heads h
           where h.tenant_id = p_tenant and h.configuration_id = v_configuration and h.batch_no = p_batch) last,
         (values (p_seq, p_seq, v_head.first_seq < p_seq), (p_seq + 1, v_head.end_seq, p_seq + 1 < v_head.end_seq))
           r(first, behind, is_needed)
   where r.is_needed;
end $$;

-- Corrects the serial of an unsold PIN. Raises PX404 if the PIN is not p_owner's, PX413 if it was sold, because its
-- slip shows the old serial.
create or replace function name_pin(p_tenant int, p_owner uuid, p_batch int, p_seq int, p_serial text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_sale uuid;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select p.sale_id into v_sale from pins p
    join batches b
      on b.tenant_id = p_tenant and b.batch_no = p.batch_no and b.owner_id = p_owner and b.state = 'ready'
   where p.tenant_id = p_tenant and p.batch_no = p_batch and p.seq = p_seq for update of p;
  if not found then raise exception 'no such PIN' using errcode = 'PX404'; end if;
  if v_sale is not null then raise exception 'it was sold' using errcode = 'PX413'; end if;
  update pins p set serial = p_serial where p.tenant_id = p_tenant and p.batch_no = p_batch and p.seq = p_seq;
end $$;
