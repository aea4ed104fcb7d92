-- Reclamations: a claim is made, moved from state to state, and paid back once (decision 0033). Lock order: reclamation
-- → sale → wallets by id.

-- Writes one step of a claim, with its number; the claim's row is locked by the caller.
create or replace function note_step(p_tenant int, p_now timestamptz, p_claim reclamations, p_step text, p_to text,
  p_desk uuid, p_actor uuid, p_user uuid, p_name text, p_note text, p_proof jsonb) returns int
language plpgsql as $$
begin
  update reclamations r
     set state = p_to,
         desk_id = p_desk,
         steps = r.steps + 1,
         changed_at = case when p_step = 'message' then r.changed_at else p_now end,
         taken_by = case when p_step = 'take' then p_user when p_step <> 'hand_on' then r.taken_by end,
         taken_name = case when p_step = 'take' then p_name when p_step = 'hand_on' then '' else r.taken_name end,
         approved_by = case when p_step = 'approve' then p_user else r.approved_by end
   where r.tenant_id = p_tenant and r.id = p_claim.id;
  insert into reclamation_steps (tenant_id, reclamation_id, no, step, from_state, to_state, organisation_id, user_id,
    name, note, proof, created_at)
  values (p_tenant, p_claim.id, p_claim.steps + 1, p_step, p_claim.state, p_to, p_actor, p_user, p_name, p_note,
    p_proof, p_now);
  return p_claim.steps + 1;
end $$;

/* Claims PINs of a shop, one PIN per array element; answers one outcome per PIN, in their order. claimed (id, number);
   unknown_pin for anything that is not a PIN this shop sold, whether or not it exists, and for a shop's own goods;
   claimed_already (a claim of it is open); reclaimed_before; too_late. Claims of one PIN come one after the other,
   because its sale is locked. p_hands: accounts that may belong to the same person as p_user. */
create or replace function open_reclamations(p_tenant int, p_now timestamptz, p_user uuid, p_name text, p_hands uuid[],
  p_seller uuid, p_ids uuid[], p_batches int[], p_seqs int[], p_reason text, p_remarks text)
returns table (ord int, code text, id uuid, number int)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_sales uuid[];
  v_sale sales;
  v_pin pins;
  v_batch batches;
  v_due timestamptz;
  v_claim reclamations;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select array_agg(p.sale_id) into v_sales from unnest(p_batches, p_seqs) as a(batch_no, seq)
    join pins p on p.tenant_id = p_tenant and p.batch_no = a.batch_no and p.seq = a.seq;
  perform 1 from sales s
   where s.tenant_id = p_tenant and s.id = any (v_sales) and s.seller_id = p_seller
   order by s.id for no key update;
  for i in 1 .. cardinality(p_ids) loop
    ord := i;
    id := null;
    number := null;
    select p.* into v_pin from pins p
     where p.tenant_id = p_tenant and p.batch_no = p_batches[i] and p.seq = p_seqs[i];
    select s.* into v_sale from sales s
     where s.tenant_id = p_tenant and s.id = v_pin.sale_id and s.seller_id = p_seller and cardinality(s.prices) > 0;
    if v_sale.id is null then
      code := 'unknown_pin';
      return next;
      continue;
    end if;
    select b.* into v_batch from batches b where b.tenant_id = p_tenant and b.batch_no = v_pin.batch_no;
    v_due := (select v_sale.created_at + make_interval(days => p.reclaim_days) from suppliers p
               where p.tenant_id = p_tenant and p.id = v_batch.supplier_id and p.reclaim_days > 0);
    code := case
      when exists (select from reclaimed_pins d
                    where d.tenant_id = p_tenant and d.batch_no = v_pin.batch_no and d.seq = v_pin.seq)
        then 'reclaimed_before'
      when exists (select from reclamations r
                    where r.tenant_id = p_tenant and r.batch_no = v_pin.batch_no and r.seq = v_pin.seq
                      and r.state not in ('accepted', 'rejected')) then 'claimed_already'
      when v_due < p_now then 'too_late'
      else 'claimed' end;
    if code = 'claimed' then
      insert into reclamation_numbers as n (tenant_id, last) values (p_tenant, 1)
      on conflict (tenant_id) do update set last = n.last + 1 returning n.last into number;
      id := p_ids[i];
      insert into reclamations (tenant_id, id, number, sale_id, batch_no, seq, seller_id, owner_id, desk_id,
        configuration_id, supplier_id, reason, remarks, claimed_by, hands, sold_at, due_at, created_at, changed_at)
      values (p_tenant, id, number, v_sale.id, v_pin.batch_no, v_pin.seq, p_seller, v_sale.owner_id, v_sale.chain[2],
        v_sale.configuration_id, v_batch.supplier_id, p_reason, p_remarks, p_user, p_hands || p_user,
        v_sale.created_at, v_due, p_now, p_now) returning * into v_claim;
      perform note_step(p_tenant, p_now, v_claim, 'claim', 'new', v_claim.desk_id, p_seller, p_user, p_name, p_remarks,
        null);
    end if;
    return next;
  end loop;
end $$;

/* Moves a claim by one step that books nothing. p_from: the states it may be in. p_who: whose step it is: 'desk'
   (whoever decides now), 'owner' (decides and owns the goods), 'below' (decides without owning them: the claim goes on
   to the organisation above), 'party' (everybody who may see it). The platform may do what a desk may. Answers the new
   state. PX404 not the actor's claim, PX414 the claim has another state or is decided by another organisation by now,
   the step is a message and the claim has a hundred steps, or an approval has no proof. */
create or replace function step_reclamation(p_tenant int, p_now timestamptz, p_claim uuid, p_step text, p_from text[],
  p_to text, p_who text, p_actor uuid, p_user uuid, p_name text, p_note text, p_proof jsonb) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_most constant int := 100;
  v_claim reclamations;
  v_desk uuid;
  v_is_platform boolean;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select r.* into v_claim from reclamations r where r.tenant_id = p_tenant and r.id = p_claim for update;
  if not found or not exists (select from organisations o where o.tenant_id = p_tenant and o.id = v_claim.seller_id
                                 and p_actor = any (o.path)) then
    raise exception 'no such claim' using errcode = 'PX404';
  end if;
  v_is_platform := exists (select from organisations o
                            where o.tenant_id = p_tenant and o.id = p_actor and o.kind = 'platform');
  v_desk := v_claim.desk_id;
  if p_who <> 'party' and (p_actor = v_claim.seller_id or p_actor <> v_desk and not v_is_platform)
     or p_who = 'owner' and v_desk <> v_claim.owner_id or p_who = 'below' and v_desk = v_claim.owner_id
     or v_claim.state <> all (p_from) or p_to = 'accepted' or p_to is null and v_claim.steps >= v_most
     or p_to = 'approved' and p_proof is null then
    raise exception 'not at this step' using errcode = 'PX414';
  end if;
  if p_who = 'below' then
    v_desk := (select s.chain[array_position(s.chain, v_desk) + 1] from sales s
                where s.tenant_id = p_tenant and s.id = v_claim.sale_id);
  end if;
  perform note_step(p_tenant, p_now, v_claim, p_step, coalesce(p_to, v_claim.state), v_desk, p_actor, p_user, p_name,
    p_note, p_proof);
  return coalesce(p_to, v_claim.state);
end $$;

/* Accepts an approved claim: the money goes back along the whole chain at the prices of the sale, and the PIN is dead.
   It happens only once, however often and by whomever it is requested. Suspended organisations get their money back
   too, and held money is not touched. p_refund: the refund's id, with the time p_now. p_hands: accounts that may belong
   to the same person as p_user; null where nobody else could decide. Answers what the shop gets, in ten-thousandths.
   PX404 not the actor's claim, PX414 not approved or over, PX415 the actor's own claim, PX416 one person would have
   approved and accepted more than one person may give in a day, PX417 one person is behind the claim and its
   acceptance, PX435 refunded before, 57014 the books are closed for the refund's time. */
create or replace function accept_reclamation(p_tenant int, p_now timestamptz, p_claim uuid, p_refund uuid,
  p_actor uuid, p_user uuid, p_name text, p_hands uuid[], p_note text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_claim reclamations;
  v_sale sales;
  v_hops int;
  v_wallet wallets;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  select r.* into v_claim from reclamations r where r.tenant_id = p_tenant and r.id = p_claim for update;
  if not found or not exists (select from organisations o where o.tenant_id = p_tenant and o.id = v_claim.seller_id
                                 and p_actor = any (o.path)) then
    raise exception 'no such claim' using errcode = 'PX404';
  end if;
  if v_claim.state <> 'approved' or v_claim.desk_id <> v_claim.owner_id
     or p_actor <> v_claim.owner_id and not exists (
       select from organisations o where o.tenant_id = p_tenant and o.id = p_actor and o.kind = 'platform') then
    raise exception 'not at this step' using errcode = 'PX414';
  end if;
  if v_claim.claimed_by = p_user then raise exception 'own claim' using errcode = 'PX415'; end if;
  if v_claim.hands && (p_hands || p_user) then raise exception 'same hand' using errcode = 'PX417'; end if;
  perform not_closed(p_tenant, p_now, array[p_refund]);

  select s.* into v_sale from sales s where s.tenant_id = p_tenant and s.id = v_claim.sale_id for no key update;
  v_hops := cardinality(v_sale.prices);
  insert into refunds (tenant_id, id, reclamation_id, sale_id, seller_id, user_id, configuration_id, owner_id,
    product_name, quantity, value, chain, prices, cost_total, vat_treatment, vat_rate, vat_country, created_at)
  select p_tenant, p_refund, p_claim, v_sale.id, v_sale.seller_id, p_user, v_sale.configuration_id, v_sale.owner_id,
         v_sale.product_name, 1, v_sale.value, v_sale.chain, v_sale.prices,
         price_of(v_sale.value, b.buying_discount), v_sale.vat_treatment, v_sale.vat_rate, v_sale.vat_country, p_now
    from batches b where b.tenant_id = p_tenant and b.batch_no = v_claim.batch_no;
  insert into reclaimed_pins (tenant_id, batch_no, seq, refund_id)
  values (p_tenant, v_claim.batch_no, v_claim.seq, p_refund) on conflict do nothing;
  if not found then raise exception 'paid back before' using errcode = 'PX435'; end if;

  perform 1 from wallets w where w.tenant_id = p_tenant and w.organisation_id = any (v_sale.chain[1 : v_hops])
    order by w.organisation_id for no key update;
  perform count_given(p_tenant, p_now, p_user,
    case when v_claim.approved_by = any (p_hands || p_user) then p_hands end,
    v_sale.chain[v_hops], v_sale.owner_id, v_sale.prices[v_hops]);
  for hop in 1 .. v_hops loop
    continue when v_sale.prices[hop] = 0;
    update wallets w
       set balance = w.balance + v_sale.prices[hop],
           transfers = w.transfers + 1
     where w.tenant_id = p_tenant and w.organisation_id = v_sale.chain[hop] returning w.* into v_wallet;
    insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after,
      created_by, created_at)
    values (p_tenant, v_sale.chain[hop], v_wallet.transfers, v_sale.chain[hop + 1], v_sale.chain[hop],
      v_sale.prices[hop], 'refund', p_refund, v_wallet.balance, p_user, p_now);
  end loop;
  perform note_step(p_tenant, p_now, v_claim, 'accept', 'accepted', v_claim.desk_id, p_actor, p_user, p_name, p_note,
    null);
  return v_sale.prices[1];
end $$;
