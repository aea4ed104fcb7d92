-- Shifts (decision 0034). A sale does not store which Z-report counts it. A Z takes the sales that no earlier Z has
-- taken, and records which. So a sale gets no extra column and shares no lock with a Z.

/* What no Z has counted yet at a till, in one statement, so that sales, wallet and ledger agree. Sales that are not
   committed yet are missing here and found the next time. `decided`: the time before which everything is included,
   because that time is sealed (decision 0023); the content of the next shift is searched from there. Refunds belong
   to the till that sold. Showings have no closed times, so they are searched one day further back. transfers_from:
   the wallet's number of transfers before all of these. */
create or replace function shift_content(p_tenant int, p_seller uuid, p_user uuid, p_till uuid)
returns table (opened_at timestamptz, transfers_from bigint, transfers_to bigint, balance bigint, credit_limit bigint,
  held bigint, decided timestamptz, sales uuid[], refunds uuid[], showings uuid[], open uuid[])
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare v_since timestamptz;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  -- Citus does not accept a join with a reference table in a function that must run on its tenant's node.
  select t.shifts_since into v_since from tenants t where t.tenant_id = p_tenant;
  select f.opened_at, f.transfers, coalesce(w.transfers, 0), coalesce(w.balance, 0), coalesce(w.credit_limit, 0),
         coalesce(w.held, 0), greatest(since.at, c.sealed), s.ids, r.ids, v.ids, h.keys
    into opened_at, transfers_from, transfers_to, balance, credit_limit, held, decided, sales, refunds, showings, open
    from (select) one
    left join shifts f on f.tenant_id = p_tenant and f.till_id = p_till and f.seller_id = p_seller
    left join closings c on c.tenant_id = p_tenant
    left join wallets w on w.tenant_id = p_tenant and w.organisation_id = p_seller
   -- The id is computed before the join: behind row level security only plain columns can use an index, and without an
   -- index a till would read all sales that its shop ever made.
   cross join lateral (
     select x.at, first_id_at(x.at) as id from (select coalesce(f.decided, v_since) as at) x offset 0) since
   cross join lateral (
     select coalesce(array_agg(s.id order by s.id), '{}') as ids
       from sales s
       join sessions n on n.tenant_id = p_tenant and n.id = s.session_id
      where s.tenant_id = p_tenant and s.seller_id = p_seller and s.id >= since.id
        and coalesce(n.device_id, n.user_id) = p_till
        and not exists (select from shift_lines l where l.tenant_id = p_tenant and l.line_id = s.id)) s
   cross join lateral (
     select coalesce(array_agg(r.id order by r.id), '{}') as ids
       from refunds r
       join sales s on s.tenant_id = p_tenant and s.id = r.sale_id
       join sessions n on n.tenant_id = p_tenant and n.id = s.session_id
      where r.tenant_id = p_tenant and r.seller_id = p_seller and r.created_at >= v_since
        and coalesce(n.device_id, n.user_id) = p_till
        and not exists (select from shift_lines l where l.tenant_id = p_tenant and l.line_id = r.id)) r
   cross join lateral (
     select coalesce(array_agg(v.id order by v.created_at, v.id), '{}') as ids
       from reveals v
       join sessions n on n.tenant_id = p_tenant and n.id = v.session_id
      where v.tenant_id = p_tenant and v.user_id = p_user and v.created_at >= since.at - interval '1 day'
        and v.created_at >= v_since and coalesce(n.device_id, n.user_id) = p_till
        and not exists (select from shift_lines l where l.tenant_id = p_tenant and l.line_id = v.id)) v
   cross join lateral (
     select coalesce(array_agg(h.key order by h.created_at, h.key), '{}') as keys
       from holds h
       join sessions n on n.tenant_id = p_tenant and n.id = h.session_id
      where h.tenant_id = p_tenant and h.state = 'open' and h.seller_id = p_seller
        and coalesce(n.device_id, n.user_id) = p_till) h;

  -- A till without any Z begins with the first transfer of its sales and refunds: the first in the order of the ledger,
  -- searched from the time of the earliest of them on.
  if transfers_from is null then
    transfers_from := coalesce((
      select x.seq - 1 from transfers x
       where x.tenant_id = p_tenant and x.wallet_id = p_seller and x.cause_id = any (sales || refunds)
         and x.created_at >= (select least(
           (select min(s.created_at) from sales s where s.tenant_id = p_tenant and s.id = any (sales)),
           (select min(r.created_at) from refunds r where r.tenant_id = p_tenant and r.id = any (refunds))))
       order by x.seq limit 1), transfers_to);
  end if;
  return next;
end $$;

/* Records the shift of a till for the document p_document, which the same transaction makes afterwards; the next shift
   starts there. Answers the shift's content, or in made_before the document made earlier under the key. Two closes of
   one till wait for each other; sales wait for neither. PX404 the till is another shop's. */
create or replace function close_shift(p_tenant int, p_now timestamptz, p_key uuid, p_document uuid, p_seller uuid,
  p_user uuid, p_till uuid)
returns table (made_before uuid, closed_at timestamptz, opened_at timestamptz, transfers_from bigint,
  transfers_to bigint, balance bigint, credit_limit bigint, held bigint, sales uuid[], refunds uuid[], showings uuid[],
  open uuid[])
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare v_content record;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  insert into shifts as f (tenant_id, till_id, seller_id) values (p_tenant, p_till, p_seller)
  on conflict (tenant_id, till_id) do update set seller_id = f.seller_id;
  select d.id into made_before from documents d where d.tenant_id = p_tenant and d.key = p_key;
  if found then
    return next;
    return;
  end if;

  select * into v_content from shift_content(p_tenant, p_seller, p_user, p_till);
  insert into shift_lines (tenant_id, line_id, document_id)
  select p_tenant, n.id, p_document from unnest(v_content.sales || v_content.refunds || v_content.showings) as n(id);
  closed_at := greatest(p_now, v_content.opened_at);
  update shifts f
     set document_id = p_document,
         opened_at = close_shift.closed_at,
         transfers = v_content.transfers_to,
         decided = v_content.decided
   where f.tenant_id = p_tenant and f.till_id = p_till and f.seller_id = p_seller;
  if not found then raise exception 'another shop''s till' using errcode = 'PX404'; end if;
  opened_at := v_content.opened_at;
  transfers_from := v_content.transfers_from;
  transfers_to := v_content.transfers_to;
  balance := v_content.balance;
  credit_limit := v_content.credit_limit;
  held := v_content.held;
  sales := v_content.sales;
  refunds := v_content.refunds;
  showings := v_content.showings;
  open := v_content.open;
  return next;
end $$;
