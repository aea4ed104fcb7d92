-- Reads the PINs of given sales for their slips. The server's role cannot read pin_blocks itself; it can only call
-- functions of this folder (this one and, for the money check, block_sample).

create or replace function sale_pins(p_tenant int, p_sales uuid[])
returns table (sale_id uuid, batch_no int, block int, sealed bytea, data_key bytea, configuration_id uuid, seqs int[],
  serials text[], lot text, expires_on date)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
    select s.id, p.batch_no, b.block, b.sealed, t.data_key, t.configuration_id, array_agg(p.seq order by p.seq),
           array_agg(p.serial order by p.seq), t.lot, t.expires_on
      from sales s
      cross join lateral generate_series(1, cardinality(s.ranges) / 3) as i
      -- `offset 0` makes the planner find the PINs by their numbers in the batch, which the sale stores; without it the
      -- planner may read the whole stock.
      cross join lateral (
        select p.batch_no, p.seq, p.serial from pins p
         where p.tenant_id = p_tenant and p.batch_no = s.ranges[3 * i - 2]
           and p.seq >= s.ranges[3 * i - 1] and p.seq < s.ranges[3 * i - 1] + s.ranges[3 * i]
           and p.sale_id = s.id
           -- A refunded PIN must not be used, so it is never shown again.
           and not exists (select from reclaimed_pins d
                            where d.tenant_id = p_tenant and d.batch_no = p.batch_no and d.seq = p.seq) offset 0) p
      cross join lateral (
        select b.block, b.sealed from pin_blocks b
         where b.tenant_id = p_tenant and b.batch_no = p.batch_no and b.block = p.seq / 16 offset 0) b
      join batches t on t.tenant_id = p_tenant and t.batch_no = p.batch_no
     where s.tenant_id = p_tenant and s.id = any (p_sales)
     group by s.id, p.batch_no, b.block, b.sealed, t.data_key, t.configuration_id, t.lot, t.expires_on
     order by s.id, p.batch_no, b.block;
end $$;

/* Counts one showing of a sale's clear PINs after the sale's own answer. The sale's row is locked, so ten showings at
   once get ten numbers. Each p_id is counted once: a statement repeated after a lost answer gets the same number. The
   first showing, of whatever kind, uses up a bulk sale's download. Answers the showing's number; null for a download
   that is used up. The session is looked up here, whatever a server has cached: PX401 when it is over, or its user or
   organisation is stopped. PX404 no such sale. */
create or replace function reveal_sale(p_tenant int, p_now timestamptz, p_id uuid, p_sale uuid, p_user uuid,
  p_session uuid, p_kind text, p_reason text) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_sale sales;
  v_copy int;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select s.* into v_sale from sales s where s.tenant_id = p_tenant and s.id = p_sale for no key update;
  if not found then raise exception 'no such sale' using errcode = 'PX404'; end if;
  select r.copy into v_copy from reveals r where r.tenant_id = p_tenant and r.id = p_id;
  if found then return v_copy; end if;
  perform 1 from sessions s
    join users u on u.tenant_id = p_tenant and u.id = s.user_id and u.is_active
    join organisations o on o.tenant_id = p_tenant and o.id = u.organisation_id and o.is_active
   where s.tenant_id = p_tenant and s.id = p_session and s.user_id = p_user and s.ended_at is null;
  if not found then raise exception 'signed out' using errcode = 'PX401'; end if;
  if p_kind = 'download' and v_sale.downloaded_at is not null then return null; end if;
  v_copy := least(v_sale.copies + 1, 32767);
  update sales s
     set copies = v_copy,
         downloaded_at = case when s.download_id is not null then coalesce(s.downloaded_at, p_now) end
   where s.tenant_id = p_tenant and s.id = p_sale;
  insert into reveals (tenant_id, id, sale_id, user_id, session_id, kind, copy, reason, created_at)
  values (p_tenant, p_id, p_sale, p_user, p_session, p_kind, v_copy, p_reason, p_now);
  return v_copy;
end $$;

-- The facts of sales for their slips, as booked. Texts of the product (in the shop's language where they exist) and of
-- the shop are those of today.
create or replace function sale_slips(p_tenant int, p_sales uuid[])
returns table (sale_id uuid, created_at timestamptz, product_name text, product_type text, configuration_id uuid,
  value bigint, info text, quantity int, price_unit bigint, amount_total bigint, balance_before bigint,
  balance_after bigint, copies int, download_id uuid, downloaded_at timestamptz, seller_id uuid, user_id uuid,
  session_id uuid, username text, instructions text, customer_care text, seller_name text, seller_address text,
  seller_city text, organisation_name text, mask_seller_discount boolean)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
    select s.id, s.created_at, s.product_name, p.type, s.configuration_id, s.value, c.info, s.quantity, s.price_unit,
           s.amount_total, s.balance_before, s.balance_after, s.copies::int, s.download_id, s.downloaded_at,
           s.seller_id, s.user_id, s.session_id, u.username,
           coalesce(nullif(p.texts ->> o.default_language, ''), p.instructions), p.customer_care,
           o.name, btrim(o.address || ' ' || o.house_no), btrim(o.postal || ' ' || o.city), parent.name,
           o.mask_seller_discount
      from sales s
      join configurations c on c.tenant_id = p_tenant and c.id = s.configuration_id
      join products p on p.tenant_id = p_tenant and p.id = c.product_id
      join organisations o on o.tenant_id = p_tenant and o.id = s.seller_id
      left join organisations parent on parent.tenant_id = p_tenant and parent.id = o.parent_id
      left join users u on u.tenant_id = p_tenant and u.id = s.user_id
     where s.tenant_id = p_tenant and s.id = any (p_sales);
end $$;

-- Reads what suppliers delivered for these sales, still sealed. The server's role may read the other columns of holds,
-- but not the payload; for that it calls this function or hold_deliveries().
create or replace function sale_deliveries(p_tenant int, p_sales uuid[])
returns table (sale_id uuid, key uuid, supplier_id uuid, reference text, payload bytea)
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
    select s.id, h.key, h.supplier_id, h.reference, h.payload
      from sales s join holds h on h.tenant_id = p_tenant and h.key = s.key and h.sale_id = s.id
     where s.tenant_id = p_tenant and s.id = any (p_sales) order by s.id;
end $$;

-- Deliveries by transaction keys, for callers that read the holds themselves in the same round trip.
create or replace function hold_deliveries(p_tenant int, p_keys uuid[])
returns table (sale_id uuid, key uuid, supplier_id uuid, reference text, payload bytea)
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
    select h.sale_id, h.key, h.supplier_id, h.reference, h.payload from holds h
     where h.tenant_id = p_tenant and h.key = any (p_keys) and h.state = 'posted' order by h.key;
end $$;
