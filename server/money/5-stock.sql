-- Batches of PINs: a batch gets its number, is filled, opened for sale, published, and may be discarded. A batch that
-- is not ready has no queue heads, so nothing of it can be sold.

/* Takes the next batch number of the tenant and creates the batch. The data key is new in every call, so the same data
   key means a repeated call, which answers the same batch. 23505 (batches_file) when a batch of this file exists
   already. */
create or replace function open_batch(p_tenant int, p_now timestamptz, p_owner uuid, p_configuration uuid,
  p_supplier uuid, p_lot text, p_filename text, p_file_hash bytea, p_buying_discount int, p_data_key bytea,
  p_created_by text) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_no int;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  begin
    insert into batch_numbers as b (tenant_id, last) values (p_tenant, 1)
    on conflict (tenant_id) do update set last = b.last + 1 returning b.last into v_no;
    insert into batches (tenant_id, batch_no, owner_id, configuration_id, supplier_id, lot, filename, file_hash,
      buying_discount, data_key, created_at, created_by)
    values (p_tenant, v_no, p_owner, p_configuration, p_supplier, p_lot, p_filename, p_file_hash,
      p_buying_discount, p_data_key, p_now, p_created_by);
  exception when unique_violation then
    select b.batch_no into v_no from batches b
     where b.tenant_id = p_tenant and b.file_hash = p_file_hash and b.data_key = p_data_key;
    if not found then raise; end if;
  end;
  return v_no;
end $$;

/* Adds one chunk of PINs to a batch being imported, numbers from p_first on. p_hashes: 16 bytes a PIN,
   concatenated; p_blocks: the sealed blocks of sixteen, so p_first is a multiple of 16 and only the last chunk
   may end inside a block. 23505 when a PIN is in stock already, PX412 when the batch was discarded meanwhile.
   Chunks of one batch may be added in parallel, but no chunk may be added after discard_batch. Adding the same
   chunk again changes nothing. */
create or replace function fill_batch(p_tenant int, p_batch int, p_first int, p_hashes bytea, p_serials text[],
  p_last4 text[], p_blocks bytea[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  perform 1 from batches b
   where b.tenant_id = p_tenant and b.batch_no = p_batch and b.state = 'importing' for key share;
  if not found then raise exception 'batch is not being imported' using errcode = 'PX412'; end if;
  begin
    insert into pins (tenant_id, batch_no, seq, hash, serial, last4)
    select p_tenant, p_batch, p_first + i - 1, substr(p_hashes, (i::int - 1) * 16 + 1, 16), r.serial, r.last4
      from unnest(p_serials, p_last4) with ordinality as r(serial, last4, i);
    insert into pin_blocks (tenant_id, batch_no, block, sealed)
    select p_tenant, p_batch, p_first / 16 + i - 1, r.sealed from unnest(p_blocks) with ordinality as r(sealed, i);
  exception when unique_violation then
    -- A chunk is inserted whole or not at all, so comparing its hashes is enough.
    if p_hashes is distinct from (
         select string_agg(p.hash, '' order by p.seq) from pins p
          where p.tenant_id = p_tenant and p.batch_no = p_batch
            and p.seq >= p_first and p.seq < p_first + cardinality(p_last4)) then raise; end if;
  end;
end $$;

/* Opens a filled batch: makes queue heads over its PINs, in stripes, so that many sales can take PINs at once. p_ends,
   p_expiries: the batch in stretches of equal expiry, each ending before number p_ends[i] (file rows are sorted by
   expiry first); one stretch with null where the file knows no expiry. A batch becomes ready only once; a repeated call
   changes nothing. PX412 when it was discarded or undone. p_now: when it came into stock; null: when the batch was
   opened. */
create or replace function ready_batch(p_tenant int, p_batch int, p_ends int[], p_expiries date[], p_publish boolean,
  p_now timestamptz default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_batch batches;
  v_first int := 0;
  v_stripes int;
  v_stripe int := 0;
  v_cost bigint;
  -- While a restore is open, a supplier may send a file again that the database has forgotten, so new batches are held
  -- back too.
  v_hold boolean;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  v_hold := exists (select from restores r where r.tenant_id = p_tenant and r.released_at is null);
  select b.* into v_batch from batches b where b.tenant_id = p_tenant and b.batch_no = p_batch for update;
  if v_batch.state = 'ready' and v_batch.quantity = p_ends[cardinality(p_ends)] then return; end if;
  if v_batch.state is distinct from 'importing' or v_batch.undone_at is not null then
    raise exception 'batch is not being imported' using errcode = 'PX412';
  end if;
  select case when not c.is_pool then price_of(c.value, v_batch.buying_discount) end into v_cost
    from configurations c where c.tenant_id = p_tenant and c.id = v_batch.configuration_id;
  for i in 1 .. cardinality(p_ends) loop
    v_stripes := least(16, greatest(1, (p_ends[i] - v_first) / 256));
    insert into queue_heads (tenant_id, configuration_id, batch_no, stripe, first_seq, next_seq, end_seq, is_published,
      held_published, expires_on, cost_unit, buying_discount)
    select p_tenant, v_batch.configuration_id, p_batch, v_stripe + s, a, a, b, p_publish and not v_hold,
           case when v_hold then p_publish end, p_expiries[i], v_cost, v_batch.buying_discount
      from generate_series(0, v_stripes - 1) as s,
           lateral (select v_first + ((p_ends[i] - v_first)::bigint * s / v_stripes)::int as a,
                           v_first + ((p_ends[i] - v_first)::bigint * (s + 1) / v_stripes)::int as b) stretch;
    perform move_stock(p_tenant, p_batch, coalesce(p_now, v_batch.created_at), 'imported', p_ends[i] - v_first,
      p_expiries[i]);
    v_stripe := v_stripe + v_stripes;
    v_first := p_ends[i];
  end loop;
  update batches b
     set state = 'ready',
         quantity = v_first,
         expires_on = (select min(e) from unnest(p_expiries) e)
   where b.tenant_id = p_tenant and b.batch_no = p_batch;
end $$;

/* Records what a batch, locked by the caller, gained or lost other than by a sale. The record outlives the batch
   (decision 0035). */
create or replace function move_stock(p_tenant int, p_batch int, p_now timestamptz, p_kind text, p_quantity int,
  p_expires_on date) returns void
language plpgsql as $$
begin
  insert into stock_moves (tenant_id, batch_no, no, kind, quantity, expires_on, owner_id, configuration_id, supplier_id,
    value, cost_unit, at)
  select p_tenant, p_batch, coalesce((select max(m.no) from stock_moves m
                                       where m.tenant_id = p_tenant and m.batch_no = p_batch), 0) + 1,
         p_kind, p_quantity, p_expires_on, b.owner_id, b.configuration_id, b.supplier_id,
         case when not c.is_pool then c.value end,
         case when not c.is_pool then price_of(c.value, b.buying_discount) end,
         p_now
    from batches b join configurations c on c.tenant_id = p_tenant and c.id = b.configuration_id
   where b.tenant_id = p_tenant and b.batch_no = p_batch;
end $$;

-- Puts a batch on sale, or takes what is left of it off sale. Answers the number of unsold PINs that are not blocked.
-- Raises PX404 when the batch is not p_owner's or not ready, PX423 when it is held back.
create or replace function publish_batch(p_tenant int, p_owner uuid, p_batch int, p_publish boolean) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_configuration uuid;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select b.configuration_id into v_configuration from batches b
   where b.tenant_id = p_tenant and b.batch_no = p_batch and b.owner_id = p_owner and b.state = 'ready';
  if not found then raise exception 'no such batch' using errcode = 'PX404'; end if;
  -- The heads are locked in the order of their stripes. A sale that waits for heads locks them in the same order, and
  -- every other sale skips a locked head, so nobody waits in a circle.
  perform 1 from queue_heads h
   where h.tenant_id = p_tenant and h.configuration_id = v_configuration and h.batch_no = p_batch
   order by h.stripe for update;
  perform refuse_held(p_tenant, v_configuration, p_batch);
  update queue_heads h set is_published = p_publish
   where h.tenant_id = p_tenant and h.configuration_id = v_configuration and h.batch_no = p_batch;
  return (select coalesce(sum(h.end_seq - h.next_seq), 0) from queue_heads h
           where h.tenant_id = p_tenant and h.configuration_id = v_configuration and h.batch_no = p_batch);
end $$;

/* Discards a batch that never became ready or was undone: its PINs, its blocks and finally the batch, from the end on
   and about p_most PINs per call, so that no statement runs long. True when there is nothing left to discard: it is
   gone, never was, or is ready. A ready batch stays as it is. */
create or replace function discard_batch(p_tenant int, p_batch int, p_most int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_from int;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  perform 1 from batches b
   where b.tenant_id = p_tenant and b.batch_no = p_batch and b.state = 'importing' for update;
  if not found then return true; end if;
  select coalesce(max(p.seq), 0) - p_most into v_from from pins p
   where p.tenant_id = p_tenant and p.batch_no = p_batch;
  delete from pin_blocks p where p.tenant_id = p_tenant and p.batch_no = p_batch and p.block >= v_from / 16;
  delete from pins p where p.tenant_id = p_tenant and p.batch_no = p_batch and p.seq >= v_from;
  if v_from > 0 then return false; end if;
  delete from batches b where b.tenant_id = p_tenant and b.batch_no = p_batch;
  return true;
end $$;

/* Begins to undo an import: possible while nothing of it was sold. From here on nothing of it can be sold;
   discard_batch then removes it in portions. Answers its number of PINs; PX404 when it is not p_owner's or not ready,
   PX413 when something was sold, PX423 when a restore may have forgotten a sale. */
create or replace function undo_batch(p_tenant int, p_now timestamptz, p_owner uuid, p_batch int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare v_batch batches;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select b.* into v_batch from batches b
   where b.tenant_id = p_tenant and b.batch_no = p_batch and b.owner_id = p_owner for update;
  -- A repeated call gets the answer of the first call.
  if v_batch.undone_at = p_now then return v_batch.quantity; end if;
  if v_batch.state is distinct from 'ready' then raise exception 'no such batch' using errcode = 'PX404'; end if;
  -- The heads are locked in the order in which a sale takes them. If a sale has locked one now, this transaction
  -- waits for it; once that sale has committed, the undo fails with PX413.
  perform 1 from queue_heads h
   where h.tenant_id = p_tenant and h.configuration_id = v_batch.configuration_id and h.batch_no = p_batch
   order by h.stripe for update;
  perform refuse_held(p_tenant, v_batch.configuration_id, p_batch);
  if exists (select from queue_heads h where h.tenant_id = p_tenant and h.configuration_id = v_batch.configuration_id
                and h.batch_no = p_batch and h.next_seq > h.first_seq) then
    raise exception 'something was sold' using errcode = 'PX413';
  end if;
  delete from queue_heads h
   where h.tenant_id = p_tenant and h.configuration_id = v_batch.configuration_id and h.batch_no = p_batch;
  -- Blocked PINs are removed too. They are first moved back into stock, so that the numbers of each kind of move add
  -- up.
  perform move_stock(p_tenant, p_batch, p_now, m.kind, m.quantity, m.expires_on) from (
    select case when m.kind in ('blocked', 'unblocked') then 'unblocked' else 'undone' end as kind,
           sum(case when m.kind in ('imported', 'blocked') then m.quantity else -m.quantity end)::int as quantity,
           m.expires_on
      from stock_moves m where m.tenant_id = p_tenant and m.batch_no = p_batch group by 1, 3) m
   where m.quantity > 0;
  update batches b
     set state = 'importing',
         undone_at = p_now
   where b.tenant_id = p_tenant and b.batch_no = p_batch;
  return v_batch.quantity;
end $$;
