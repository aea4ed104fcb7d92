/* Answers one random sealed block of each of p_most random batches that are ready, for the server to open and compare
   with the fingerprints of its PINs; and the blocks of p_again ("batch-block"). A block that is gone answers null.
   Nothing is answered in clear. */
create or replace function block_sample(p_tenant int, p_most int, p_again text[])
returns table (batch_no int, block int, configuration_id uuid, data_key bytea, sealed bytea, hashes bytea[])
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
    with chosen as materialized (
      (select b.batch_no, floor(random() * ((b.quantity + 15) / 16))::int as block from batches b
        where b.tenant_id = p_tenant and b.state = 'ready' and b.quantity > 0 order by random() limit p_most)
      union
      select split_part(a, '-', 1)::int, split_part(a, '-', 2)::int from unnest(p_again) a)
    select b.batch_no, c.block, b.configuration_id, b.data_key,
           (select k.sealed from pin_blocks k
             where k.tenant_id = p_tenant and k.batch_no = b.batch_no and k.block = c.block),
           array(select p.hash from pins p where p.tenant_id = p_tenant and p.batch_no = b.batch_no
                    and p.seq >= c.block * 16 and p.seq < c.block * 16 + 16 order by p.seq)
      from chosen c join batches b on b.tenant_id = p_tenant and b.batch_no = c.batch_no;
end $$;

/* Answers the sealed content of holds, in the order of their keys after p_after, for the server to open; and that of
   p_again. Order and delivery are bound to the key: with another key they do not open. */
create or replace function delivery_sample(p_tenant int, p_after uuid, p_most int, p_again uuid[])
returns table (key uuid, payload bytea, ordered bytea)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform set_config('app.tenant', p_tenant::text, true);
  return query
    with chosen as materialized (
      (select h.key from holds h where h.tenant_id = p_tenant and h.key > p_after order by h.key limit p_most)
      union
      select unnest(p_again))
    select h.key, h.payload, o.sealed
      from chosen c
      join holds h on h.tenant_id = p_tenant and h.key = c.key
      left join live_orders o on o.tenant_id = p_tenant and o.key = h.key
     order by h.key;
end $$;
