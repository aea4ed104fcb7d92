-- Checks refunds against the sale they belong to, the transfers along its chain, and their cause: reclaimed (dead) PINs
-- of an accepted claim, or part of a cancelled ticket.

-- Checks refunds with ids from p_from up to p_to, and transfers of kind refund from p_since up to p_until.
create or replace function wrong_refunds(p_tenant int, p_since timestamptz, p_until timestamptz, p_from uuid, p_to uuid)
returns setof finding language plpgsql stable as $$
begin
  return query
    with paid as (
      select t.cause_id, count(*) as n,
             string_agg(concat_ws('>', t.payer_id, t.payee_id, t.amount), ' ' order by t.wallet_id) as hops
        from transfers t
       where t.tenant_id = p_tenant and t.kind <> 'sale' and t.kind = 'refund'
         and t.created_at >= p_since and t.created_at < p_until group by 1),
    dead as (
      select d.refund_id, count(*) as n, count(*) filter (where p.sale_id = r.sale_id) as own,
             sum(price_of(r.value, b.buying_discount))::bigint as cost
        from refunds r
        join reclaimed_pins d on d.tenant_id = p_tenant and d.refund_id = r.id
        left join pins p on p.tenant_id = p_tenant and p.batch_no = d.batch_no and p.seq = d.seq
        left join batches b on b.tenant_id = p_tenant and b.batch_no = d.batch_no
       where r.tenant_id = p_tenant and r.id >= p_from and r.id < p_to group by 1),
    looked as (
      select r.id,
             (r.seller_id, r.configuration_id, r.owner_id, r.product_name, r.value, r.chain, r.prices, r.vat_treatment,
              r.vat_rate, r.vat_country, r.cost_total)
             is distinct from (s.seller_id, s.configuration_id, s.owner_id, s.product_name, coalesce(b.given, s.value),
              s.chain, case when b.key is null then s.prices else array(
                select share_given(price, b.given, s.value)
                  from unnest(s.prices) with ordinality as n(price, hop) order by hop) end,
              s.vat_treatment, s.vat_rate, s.vat_country,
              case when b.key is null then dead.cost else share_given(s.cost_total, b.given, s.value) end)
               or r.created_at < s.created_at or b.given > s.value as strange,
             coalesce(paid.hops, '') <> coalesce((
               select string_agg(concat_ws('>', r.chain[i + 1], r.chain[i], r.prices[i] * r.quantity), ' '
                                 order by r.chain[i])
                 from generate_subscripts(r.prices, 1) i where r.prices[i] > 0), '') as unpaid,
             case when b.key is null then r.quantity is distinct from dead.n or r.quantity is distinct from dead.own
               else r.quantity <> 1 or dead.n > 0 end as alive,
             not coalesce(case when b.key is null
               then c.state = 'accepted' and c.sale_id = r.sale_id and c.seller_id = r.seller_id
               else b.id = r.reclamation_id and s.key = b.key end, false) as unclaimed
        from refunds r
        left join sales s on s.tenant_id = p_tenant and s.id = r.sale_id
        left join paid on paid.cause_id = r.id
        left join dead on dead.refund_id = r.id
        left join reclamations c on c.tenant_id = p_tenant and c.id = r.reclamation_id
        left join bus_cancellations b on b.tenant_id = p_tenant and b.refund_id = r.id
       where r.tenant_id = p_tenant and r.id >= p_from and r.id < p_to),
    counted as (select array[
        row('refund_is_of_its_sale', count(*) filter (where strange), min(id::text) filter (where strange))::finding,
        row('refund_paid_back_once', count(*) filter (where unpaid), min(id::text) filter (where unpaid))::finding,
        row('refunded_pin_is_dead', count(*) filter (where alive), min(id::text) filter (where alive))::finding,
        row('refund_has_its_claim', count(*) filter (where unclaimed),
            min(id::text) filter (where unclaimed))::finding] as all
      from looked)
    select f.name, f.wrong, f.sample from counted, unnest(counted.all) f;
  return query
    select 'repayment_has_its_refund', count(*)::int, min(t.wallet_id || '-' || t.seq) from transfers t
     where t.tenant_id = p_tenant and t.kind <> 'sale' and t.kind = 'refund'
       and t.created_at >= p_since and t.created_at < p_until
       and not exists (select from refunds r
                        where r.tenant_id = p_tenant and r.id = t.cause_id and r.created_at = t.created_at
                          and r.user_id = t.created_by and t.wallet_id = any (r.chain));
end $$;

-- Checks all claims, reclaimed (dead) PINs and cancelled tickets; they are few compared with the sales.
create or replace function wrong_claims(p_tenant int) returns setof finding language plpgsql stable as $$
begin
  return query
    with step as (
      select s.*, lag(s.to_state) over (partition by s.reclamation_id order by s.no) as before
        from reclamation_steps s where s.tenant_id = p_tenant),
    taken as (
      select s.reclamation_id, count(*) as n, max(s.no) as last, bool_or(s.from_state <> s.before) as is_torn,
             count(*) filter (where s.step = 'hand_on') as handed_on,
             (array_agg(s.to_state order by s.no desc))[1] as state,
             (array_agg((s.user_id, s.created_at)::text order by s.no))[1] as began,
             (array_agg(s.created_at order by s.no desc) filter (where s.step <> 'message'))[1] as changed_at,
             (array_agg(case s.step when 'take' then s.user_id end order by s.no desc)
               filter (where s.step in ('take', 'hand_on')))[1] as taken_by,
             (array_agg(s.user_id order by s.no desc) filter (where s.step = 'approve'))[1] as approved_by,
             (array_agg(s.user_id order by s.no desc) filter (where s.step = 'accept'))[1] as accepted_by
        from step s group by 1),
    looked as (
      select c.id::text as id,
             c.state = 'accepted' and r.id is null as unpaid,
             (c.steps, c.steps, c.state, c.changed_at) is distinct from (t.n::int, t.last, t.state, t.changed_at)
               or t.is_torn as steps,
             ((c.claimed_by, c.created_at)::text, c.taken_by, c.approved_by, r.user_id)
               is distinct from (t.began, t.taken_by, t.approved_by, t.accepted_by)
               or c.claimed_by <> all (c.hands) as who,
             (p.sale_id, s.seller_id, s.owner_id, s.chain[2 + t.handed_on], s.created_at, s.configuration_id,
              b.supplier_id)
               is distinct from (c.sale_id, c.seller_id, c.owner_id, c.desk_id, c.sold_at, c.configuration_id,
                                 c.supplier_id) as strange
        from reclamations c
        left join taken t on t.reclamation_id = c.id
        left join refunds r on r.tenant_id = p_tenant and r.reclamation_id = c.id and r.sale_id = c.sale_id
        left join pins p on p.tenant_id = p_tenant and p.batch_no = c.batch_no and p.seq = c.seq
        left join batches b on b.tenant_id = p_tenant and b.batch_no = c.batch_no
        left join sales s on s.tenant_id = p_tenant and s.id = c.sale_id
       where c.tenant_id = p_tenant),
    counted as (select array[
        row('accepted_claim_has_its_refund', count(*) filter (where unpaid), min(id) filter (where unpaid))::finding,
        row('claim_says_its_steps', count(*) filter (where steps), min(id) filter (where steps))::finding,
        row('claim_says_who', count(*) filter (where who), min(id) filter (where who))::finding,
        row('claim_is_of_its_pin', count(*) filter (where strange), min(id) filter (where strange))::finding] as all
      from looked)
    select f.name, f.wrong, f.sample from counted, unnest(counted.all) f;
  return query
    select 'claims_are_numbered', count(*)::int, min(x.last::text) from (
      select count(*) as n, coalesce(max(c.number), 0) as most, coalesce((
               select r.last from reclamation_numbers r where r.tenant_id = p_tenant), 0) as last
        from reclamations c where c.tenant_id = p_tenant) x
     where x.n <> x.last or x.most <> x.last;
  return query
    select 'dead_pin_has_its_claim', count(*)::int, min(d.batch_no || '-' || d.seq) from reclaimed_pins d
     where d.tenant_id = p_tenant and not exists (
       select from refunds r
         join reclamations c on c.tenant_id = p_tenant and c.id = r.reclamation_id
        where r.tenant_id = p_tenant and r.id = d.refund_id and c.batch_no = d.batch_no and c.seq = d.seq);
  return query
    select 'cancelled_ticket_has_its_refund', count(*)::int, min(b.key::text) from bus_cancellations b
     where b.tenant_id = p_tenant and b.given > 0 and not exists (
       select from refunds r where r.tenant_id = p_tenant and r.id = b.refund_id and r.reclamation_id = b.id);
end $$;
