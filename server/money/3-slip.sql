-- Reading clear PINs back: the server's role cannot read pin_blocks, only ask here for the PINs of given sales.

create or replace function sale_pins(p_tenant int, p_sales uuid[])
returns table (sale_id uuid, batch_no int, block int, sealed bytea, data_key bytea, configuration_id uuid, seqs int[], serials text[], lot text, expires_on date)
language plpgsql security definer set search_path = public set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
    select s.id, p.batch_no, b.block, b.sealed, t.data_key, t.configuration_id, array_agg(p.seq order by p.seq), array_agg(p.serial order by p.seq), t.lot, t.expires_on
      from sales s
      cross join lateral generate_series(1, cardinality(s.ranges) / 3) as i
      -- `offset 0`: from the sale to its PINs by their numbers, never the other way round through the whole stock.
      cross join lateral (
        select p.batch_no, p.seq, p.serial from pins p
         where p.tenant_id = p_tenant and p.batch_no = s.ranges[3 * i - 2] and p.seq >= s.ranges[3 * i - 1] and p.seq < s.ranges[3 * i - 1] + s.ranges[3 * i]
           and p.sale_id = s.id offset 0) p
      cross join lateral (select b.block, b.sealed from pin_blocks b where b.tenant_id = p_tenant and b.batch_no = p.batch_no and b.block = p.seq / 16 offset 0) b
      join batches t on t.tenant_id = p_tenant and t.batch_no = p.batch_no
     where s.tenant_id = p_tenant and s.id = any (p_sales)
     group by s.id, p.batch_no, b.block, b.sealed, t.data_key, t.configuration_id, t.lot, t.expires_on
     order by s.id, p.batch_no, b.block;
end $$;

-- Counts and logs one more copy of a slip; answers its number. The counter moves under the row's lock, so ten at once get ten numbers.
create or replace function reveal_sale(p_tenant int, p_now timestamptz, p_id uuid, p_sale uuid, p_user uuid, p_session uuid, p_reason text) returns int
language plpgsql security definer set search_path = public as $$
declare v_copy int;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  update sales set copies = copies + 1 where tenant_id = p_tenant and id = p_sale returning copies into v_copy;
  if not found then raise exception 'no such sale' using errcode = 'PX404'; end if;
  insert into reveals (tenant_id, id, sale_id, user_id, session_id, kind, copy, reason, created_at)
  values (p_tenant, p_id, p_sale, p_user, p_session, 'reprint', v_copy, p_reason, p_now);
  return v_copy;
end $$;

-- Uses a bulk sale's download up: the sale the first time, null ever after.
create or replace function use_download(p_tenant int, p_now timestamptz, p_id uuid, p_download uuid, p_sale uuid, p_user uuid, p_session uuid) returns boolean
language plpgsql security definer set search_path = public as $$
begin
  perform set_config('app.tenant', p_tenant::text, true);
  update sales set downloaded_at = p_now where tenant_id = p_tenant and id = p_sale and download_id = p_download and downloaded_at is null;
  if not found then return false; end if;
  insert into reveals (tenant_id, id, sale_id, user_id, session_id, kind, copy, created_at) values (p_tenant, p_id, p_sale, p_user, p_session, 'download', 0, p_now);
  return true;
end $$;

-- The facts of sales for their slips, as they stand in the books; texts of the product, in the shop's language where it has them, and of the shop as they are today.
create or replace function sale_slips(p_tenant int, p_sales uuid[])
returns table (sale_id uuid, created_at timestamptz, product_name text, product_type text, configuration_id uuid, value bigint, info text, quantity int,
  price_unit bigint, amount_total bigint, balance_before bigint, balance_after bigint, copies int, download_id uuid, downloaded_at timestamptz,
  seller_id uuid, user_id uuid, session_id uuid, username text, instructions text, customer_care text,
  seller_name text, seller_address text, seller_city text, organisation_name text, mask_seller_discount boolean)
language plpgsql security definer set search_path = public set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
    select s.id, s.created_at, s.product_name, p.type, s.configuration_id, s.value, c.info, s.quantity, s.price_unit, s.amount_total, s.balance_before, s.balance_after,
           s.copies::int, s.download_id, s.downloaded_at, s.seller_id, s.user_id, s.session_id, u.username,
           coalesce(nullif(p.texts ->> o.default_language, ''), p.instructions), p.customer_care,
           o.name, btrim(o.address || ' ' || o.house_no), btrim(o.postal || ' ' || o.city), parent.name, o.mask_seller_discount
      from sales s
      join configurations c on c.tenant_id = p_tenant and c.id = s.configuration_id
      join products p on p.tenant_id = p_tenant and p.id = c.product_id
      join organisations o on o.tenant_id = p_tenant and o.id = s.seller_id
      left join organisations parent on parent.tenant_id = p_tenant and parent.id = o.parent_id
      left join users u on u.tenant_id = p_tenant and u.id = s.user_id
     where s.tenant_id = p_tenant and s.id = any (p_sales);
end $$;
