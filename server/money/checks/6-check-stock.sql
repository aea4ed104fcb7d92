-- Checks stock: the queue heads of a batch cover each of its numbers exactly once; its PINs are checked one by one.

create or replace function wrong_heads(p_tenant int) returns setof finding language plpgsql stable as $$
begin
  return query
    -- A head covers a range of numbers [first, end); a blocked PIN has a head of its own with an empty range. In their
    -- order the ranges make up the batch, from its first number to its last.
    with heads as (
      select h.batch_no, h.configuration_id, h.first_seq, h.next_seq, h.end_seq, h.cost_unit, h.buying_discount,
             h.is_published and h.held_published is not null as is_freed,
             greatest(h.end_seq, h.first_seq + 1) as behind,
             lag(greatest(h.end_seq, h.first_seq + 1), 1, 0)
               over (partition by h.batch_no order by h.first_seq, h.end_seq) as before
        from queue_heads h where h.tenant_id = p_tenant),
    tiled as (
      select h.batch_no, max(h.behind) as behind, bool_and(h.first_seq = h.before) as is_whole from heads h group by 1)
    select 'heads_tile_the_batch', count(*)::int, min(coalesce(b.batch_no, t.batch_no)::text)
      from (select * from batches b where b.tenant_id = p_tenant) b
      full join tiled t on t.batch_no = b.batch_no
     where b.batch_no is null
        or case when b.state = 'ready' then (t.is_whole and t.behind = b.quantity) is not true
                else t.batch_no is not null end
    union all
    select 'head_is_of_its_batch', count(*)::int, min(h.batch_no::text) from heads h
      left join batches b on b.tenant_id = p_tenant and b.batch_no = h.batch_no
      left join configurations c on c.tenant_id = p_tenant and c.id = b.configuration_id
     where h.configuration_id is distinct from b.configuration_id or h.next_seq < h.first_seq or h.next_seq > h.end_seq
        or h.is_freed
        or coalesce(h.buying_discount, b.buying_discount) <> b.buying_discount
        or h.cost_unit is distinct from case when not c.is_pool then price_of(c.value, b.buying_discount) end
    union all
    -- The recorded moves of a batch add up to what its heads cover, by day of expiry; for a removed batch they add up
    -- to zero.
    select 'stock_moves_are_the_stock', count(*)::int, min(coalesce(c.batch_no, m.batch_no)::text)
      from (select h.batch_no, h.expires_on, sum(greatest(h.end_seq, h.first_seq + 1) - h.first_seq) as quantity,
                   count(*) filter (where h.first_seq = h.end_seq) as blocked
              from queue_heads h where h.tenant_id = p_tenant group by 1, 2) c
      full join (
        select m.batch_no, m.expires_on,
               sum(case m.kind when 'imported' then m.quantity when 'undone' then -m.quantity else 0 end) as quantity,
               sum(case m.kind when 'blocked' then m.quantity when 'unblocked' then -m.quantity else 0 end) as blocked
          from stock_moves m where m.tenant_id = p_tenant group by 1, 2) m
        on m.batch_no = c.batch_no and coalesce(m.expires_on, 'infinity') = coalesce(c.expires_on, 'infinity')
     where (coalesce(m.quantity, 0), coalesce(m.blocked, 0)) <> (coalesce(c.quantity, 0), coalesce(c.blocked, 0))
    union all
    select 'batch_is_as_it_came', count(*)::int, min(b.batch_no::text) from batches b
      join stock_moves m on m.tenant_id = p_tenant and m.batch_no = b.batch_no
      join configurations c on c.tenant_id = p_tenant and c.id = b.configuration_id
     where b.tenant_id = p_tenant
       and (m.owner_id, m.configuration_id, m.supplier_id, m.value, m.cost_unit) is distinct from (
         b.owner_id, b.configuration_id, b.supplier_id, case when not c.is_pool then c.value end,
         case when not c.is_pool then price_of(c.value, b.buying_discount) end)
    union all
    select 'batch_of_its_number', count(*)::int, min(b.batch_no::text) from batches b
     where b.tenant_id = p_tenant
       and b.batch_no > coalesce((select n.last from batch_numbers n where n.tenant_id = p_tenant), 0);
end $$;

/* Checks the PINs of some batches: as many as the batch says, numbered without a gap, each in its sealed block; those
   the heads have passed are stamped with a sale or blocked, no others are stamped, and every stamp names a sale that
   has this number in its ranges. */
create or replace function wrong_stock(p_tenant int, p_batches int[]) returns setof finding
language plpgsql stable as $$
begin
  return query
    with passed as (
      select h.batch_no, sum(h.next_seq - h.first_seq) as n from queue_heads h
       where h.tenant_id = p_tenant and h.batch_no = any (p_batches) group by 1),
    stamped as (
      select p.batch_no, p.seq, p.sale_id, p.is_blocked, h.batch_no is not null as is_passed
        from pins p
        left join queue_heads h on h.tenant_id = p_tenant and h.batch_no = p.batch_no
         and p.seq >= h.first_seq and p.seq < h.next_seq
       where p.tenant_id = p_tenant and p.batch_no = any (p_batches)),
    stocked as (
      select s.batch_no, count(*) as n, max(s.seq) as last,
             count(*) filter (where s.is_passed) as passed,
             count(*) filter (where s.sale_id is not null and not s.is_passed) as beyond,
             count(*) filter (where s.sale_id is null and s.is_passed and not s.is_blocked) as skipped
        from stamped s group by 1),
    sealed as (
      select p.batch_no, count(*) as n, max(p.block) as last, min(length(p.sealed)) as least from pin_blocks p
       where p.tenant_id = p_tenant and p.batch_no = any (p_batches) group by 1),
    whole as (
      select b.batch_no, b.state, b.quantity, (b.quantity + 15) / 16 as blocks_due,
             coalesce(k.n, 0) as n, coalesce(k.last, -1) as last, coalesce(k.passed, 0) as passed,
             coalesce(k.beyond, 0) as beyond, coalesce(k.skipped, 0) as skipped, coalesce(h.n, 0) as heads,
             coalesce(s.n, 0) as blocks, coalesce(s.last, -1) as last_block, s.least
        from batches b
        left join stocked k on k.batch_no = b.batch_no
        left join sealed s on s.batch_no = b.batch_no
        left join passed h on h.batch_no = b.batch_no
       where b.tenant_id = p_tenant and b.batch_no = any (p_batches))
    select 'batch_has_its_pins', count(*)::int, min(w.batch_no::text) from whole w
     where w.state = 'ready' and (w.n <> w.quantity or w.last <> w.quantity - 1)
    union all
    select 'pins_are_sealed', count(*)::int, min(w.batch_no::text) from whole w
     where w.state = 'ready'
       and (w.blocks <> w.blocks_due or w.last_block <> w.blocks_due - 1 or w.least < 12 + 16 + 1)
    union all
    select 'head_equals_stamps', count(*)::int, min(w.batch_no::text) from whole w
     where w.beyond > 0 or w.skipped > 0 or w.passed <> w.heads
    union all
    -- A blocked PIN has an empty range of its own, and is in no range that is sold from.
    select 'blocked_pins_have_their_place', count(*)::int, min(h.batch_no || '-' || p.seq) from queue_heads h
      join pins p on p.tenant_id = p_tenant and p.batch_no = h.batch_no
       and (p.is_blocked and p.seq >= h.next_seq and p.seq < h.end_seq
         or p.seq = h.first_seq and h.first_seq = h.end_seq and not p.is_blocked)
     where h.tenant_id = p_tenant and h.batch_no = any (p_batches)
    union all
    select 'pin_has_its_sale', count(*)::int, min(s.batch_no || '-' || s.seq) from stamped s
     where s.sale_id is not null and not coalesce((
       select exists (select from generate_series(1, cardinality(o.ranges) / 3) i
                       where o.ranges[3 * i - 2] = s.batch_no and s.seq >= o.ranges[3 * i - 1]
                         and s.seq < o.ranges[3 * i - 1] + o.ranges[3 * i])
         from sales o where o.tenant_id = p_tenant and o.id = s.sale_id), false);
end $$;
