-- The money check: what must always be true of one tenant's money and stock. A call, a metric and a job run it while
-- selling goes on. A closed period is proven once and its checksum is stored; each run checks everything since the last
-- closed period, and the part of the closed time that was checked longest ago (decision 0023).

-- A closed period as the number of its rows and a sum of their hashes, so that no row can be added, removed or changed
-- unnoticed. The columns are listed one by one, so that a column added later does not change the checksums of earlier
-- periods. A sale's `copies` and `downloaded_at` are left out, as its PINs may still be shown, and so is its `status`.
create or replace function period_print(p_tenant int, p_since timestamptz, p_until timestamptz,
  out rows bigint, out checksum text)
language plpgsql stable set timezone = 'UTC' as $$
begin
  select count(*), coalesce(sum(hashtextextended(x.line, 0)), 0)::text into rows, checksum from (
    select (s.id, s.seller_id, s.user_id, s.session_id, s.configuration_id, s.owner_id, s.product_name, s.quantity,
            s.value, s.price_unit, s.discount, s.price_source, s.amount_total, s.chain, s.prices, s.cost_total,
            s.balance_before, s.balance_after, s.ranges, s.vat_treatment, s.vat_rate, s.vat_country, s.download_id,
            s.created_at, s.key, k.line, coalesce(p.line, h.line))::text as line
      from sales s
      left join lateral (
        select (k.operation, k.user_id, k.content, k.cause_id)::text as line from transaction_keys k
         where k.tenant_id = p_tenant and k.key = s.key offset 0) k on true
      cross join lateral (
        select string_agg(concat_ws(' ', p.batch_no, p.seq, p.serial, p.last4), ',' order by p.batch_no, p.seq) as line
          from generate_series(1, cardinality(s.ranges) / 3) i
          join lateral (
            select p.batch_no, p.seq, p.serial, p.last4, p.sale_id from pins p
             where p.tenant_id = p_tenant and p.batch_no = s.ranges[3 * i - 2] and p.seq >= s.ranges[3 * i - 1]
               and p.seq < s.ranges[3 * i - 1] + s.ranges[3 * i] offset 0) p on p.sale_id = s.id) p
      left join lateral (
        -- A delivery may be sealed again later (decision 0021), so the sealed bytes are not part of this line.
        select concat_ws(' ', h.supplier_id, h.reference, h.request) as line from holds h
         where h.tenant_id = p_tenant and h.key = s.key and s.ranges = '{}' offset 0) h on true
     where s.tenant_id = p_tenant and s.id >= first_id_at(p_since) and s.id < first_id_at(p_until)
    union all
    select (y.sale_id, y.kind)::text from sale_payments y
     where y.tenant_id = p_tenant and y.sale_id >= first_id_at(p_since) and y.sale_id < first_id_at(p_until)
    union all
    select (t.wallet_id, t.seq, t.payer_id, t.payee_id, t.amount, t.kind, t.cause_id, t.balance_after, t.payment_mode,
            t.remarks, t.created_by, t.created_at)::text from transfers t
     where t.tenant_id = p_tenant and t.created_at >= p_since and t.created_at < p_until
    union all
    select (c.id, c.wallet_id, c.limit_before, c.limit_after, c.remarks, c.created_by, c.created_at)::text
      from credit_limit_changes c
     where c.tenant_id = p_tenant and c.created_at >= p_since and c.created_at < p_until
    union all
    select (d.id, d.hash)::text from documents d
     where d.tenant_id = p_tenant and d.id >= first_id_at(p_since) and d.id < first_id_at(p_until)
    union all
    select (r.id, r.reclamation_id, r.sale_id, r.seller_id, r.user_id, r.configuration_id, r.owner_id, r.product_name,
            r.quantity, r.value, r.chain, r.prices, r.cost_total, r.vat_treatment, r.vat_rate, r.vat_country,
            r.created_at, dead.line)::text
      from refunds r
      left join lateral (
        select string_agg(concat_ws(' ', d.batch_no, d.seq), ',' order by d.batch_no, d.seq) as line
          from reclaimed_pins d where d.tenant_id = p_tenant and d.refund_id = r.id offset 0) dead on true
     where r.tenant_id = p_tenant and r.id >= first_id_at(p_since) and r.id < first_id_at(p_until)) x;
end $$;

-- All findings in a period of time. wrong_wallets is left out: it takes only a start, and checks from there up to now.
create or replace function wrong_period(p_tenant int, p_since timestamptz, p_until timestamptz) returns setof finding
language plpgsql stable as $$
declare
  v_from uuid := first_id_at(p_since);
  v_to uuid := case when p_until = 'infinity' then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else first_id_at(p_until) end;
begin
  return query select * from wrong_sales(p_tenant, v_from, v_to);
  return query select * from wrong_causes(p_tenant, p_since, p_until, v_from, v_to);
  return query select * from wrong_holds(p_tenant, p_since, p_until);
  return query select * from wrong_refunds(p_tenant, p_since, p_until, v_from, v_to);
  return query select * from wrong_documents(p_tenant, v_from, v_to);
  return query select * from wrong_shifts(p_tenant, v_from, v_to);
  return query select * from wrong_invoices(p_tenant, v_from, v_to);
  return query select * from wrong_invoiced(p_tenant, v_from, v_to);
  return query select * from wrong_corrections(p_tenant, v_from, v_to);
  return query select * from wrong_tallies(p_tenant, (p_since at time zone 'Europe/Berlin')::date,
    case when p_until = 'infinity' then 'infinity' else (p_until at time zone 'Europe/Berlin')::date end);
  return query select * from wrong_stocked(p_tenant, (p_since at time zone 'Europe/Berlin')::date,
    case when p_until = 'infinity' then 'infinity' else (p_until at time zone 'Europe/Berlin')::date end);
  return query select * from wrong_figures(p_tenant, (p_since at time zone 'Europe/Berlin')::date,
    case when p_until = 'infinity' then 'infinity' else (p_until at time zone 'Europe/Berlin')::date end);
  return query select * from wrong_hours(p_tenant, (p_since at time zone 'Europe/Berlin')::date,
    case when p_until = 'infinity' then 'infinity' else (p_until at time zone 'Europe/Berlin')::date end);
  return query select * from wrong_standing(p_tenant, (p_since at time zone 'Europe/Berlin')::date,
    case when p_until = 'infinity' then 'infinity' else (p_until at time zone 'Europe/Berlin')::date end);
  return query select * from wrong_kinds(p_tenant, (p_since at time zone 'Europe/Berlin')::date,
    case when p_until = 'infinity' then 'infinity' else (p_until at time zone 'Europe/Berlin')::date end);
end $$;

-- The end of the last proven period.
create or replace function proven_until(p_tenant int) returns timestamptz language sql stable as $$
  select coalesce(max(p.until), 'epoch') from proven_periods p where p.tenant_id = p_tenant
$$;

-- Finds closed periods that no longer equal their proof.
create or replace function wrong_proofs(p_tenant int, p_periods timestamptz[]) returns setof finding
language plpgsql stable as $$
begin
  return query
    select 'closed_period_is_unchanged', count(*)::int, min(x.until::text) from (
      select p.until, p.rows, p.checksum, n.rows as found, n.checksum as now from proven_periods p
       cross join lateral period_print(p_tenant, p.since, p.until) n
       where p.tenant_id = p_tenant and p.until = any (p_periods)) x
     where (x.rows, x.checksum) is distinct from (x.found, x.now);
  return query
    select 'closed_periods_follow', count(*)::int, min(x.until::text) from (
      select p.until, p.since, lag(p.until, 1, timestamptz 'epoch') over (order by p.until) as before
        from proven_periods p where p.tenant_id = p_tenant
      union all
      -- Finds proofs that are missing at the end. The closing records the instant up to which periods are proven, so
      -- the last proof must end there.
      select c.proven, c.proven, proven_until(p_tenant) from closings c where c.tenant_id = p_tenant) x
     where x.since <> x.before
        or x.until > coalesce((select c.sealed from closings c where c.tenant_id = p_tenant), 'epoch');
end $$;

-- Every invariant as of one instant, also those without findings (0). Covers the time that is not closed, or all time
-- with p_full; and in addition the given closed periods, batches and organisations.
create or replace function money_findings(p_tenant int, p_now timestamptz, p_full boolean, p_periods timestamptz[],
  p_batches int[], p_organisations uuid[]) returns setof finding
language plpgsql stable as $$
declare
  v_since timestamptz := case when p_full then 'epoch'
    else proven_until(p_tenant) end;
begin
  return query
    select f.name, sum(f.wrong)::int, min(f.sample) from (
      select * from wrong_wallets(p_tenant, v_since)
      union all select * from wrong_held(p_tenant)
      union all select * from wrong_period(p_tenant, v_since, 'infinity')
      union all select w.* from proven_periods p cross join lateral wrong_period(p_tenant, p.since, p.until) w
                 where p.tenant_id = p_tenant and p.until = any (p_periods) and p.until <= v_since
      union all select * from wrong_proofs(p_tenant, p_periods)
      union all select * from wrong_heads(p_tenant)
      union all select * from wrong_series(p_tenant)
      union all select * from wrong_months(p_tenant, p_organisations)
      union all select * from wrong_billing(p_tenant, p_organisations)
      union all select * from wrong_stock_months(p_tenant, p_batches)
      union all select w.* from wrong_unbilled(p_tenant, '1970-01-01') w where p_full
      union all select * from wrong_claims(p_tenant)
      union all select * from wrong_tills(p_tenant)
      union all select * from wrong_cases(p_tenant)
      union all select * from wrong_requests(p_tenant)
      union all select * from wrong_totals(p_tenant)
      union all select * from wrong_ahead(p_tenant, p_now)
      union all select * from wrong_stock(p_tenant, p_batches)) f group by 1 order by 1;
end $$;

-- Proves closed time in periods of 5,000 sales, or of a day and more in which fewer were sold; twenty periods in a run
-- at most, and only as long as nothing is wrong in them.
create or replace function prove_periods(p_tenant int, p_now timestamptz) returns void language plpgsql as $$
declare
  v_sales constant int := 5000;
  v_periods constant int := 20;
  v_since timestamptz;
  v_until timestamptz;
  v_sealed timestamptz := coalesce((select c.sealed from closings c where c.tenant_id = p_tenant), 'epoch');
begin
  v_since := proven_until(p_tenant);
  -- If the last proof does not end at the instant that the closing records, nothing more is proven until a person has
  -- looked at the matter.
  if exists (select from closings c where c.tenant_id = p_tenant and c.proven <> v_since) then return; end if;
  if exists (select from wrong_wallets(p_tenant, v_since) f where f.wrong > 0) then return; end if;
  for i in 1 .. v_periods loop
    v_until := (select date_trunc('milliseconds', s.created_at) from sales s
                 where s.tenant_id = p_tenant and s.id >= first_id_at(v_since) and s.id < first_id_at(v_sealed)
                 order by s.id offset v_sales limit 1);
    exit when v_until is null and v_sealed < v_since + interval '1 day';
    v_until := least(coalesce(v_until, v_sealed), v_sealed);
    exit when v_until <= v_since;
    exit when exists (select from wrong_period(p_tenant, v_since, v_until) f where f.wrong > 0);
    insert into proven_periods (tenant_id, until, since, rows, checksum, proven_at)
    select p_tenant, v_until, v_since, n.rows, n.checksum, p_now from period_print(p_tenant, v_since, v_until) n;
    v_since := v_until;
    update closings c set proven = v_until where c.tenant_id = p_tenant;
  end loop;
end $$;

/* Runs the check. Without p_full it proves the time that is not closed, and of closed time the period and the batches
   checked longest ago, so that all get their turn; with p_full everything at once. A row that the check names is
   checked again in the next run, so a finding does not vanish from the next answer. The planner joins whole tables: a
   row-by-row plan, made on statistics from before a busy hour, would take far too long. A check runs in one process
   without parallel workers, because tills come first. */
create or replace function check_money(p_tenant int, p_full boolean default false,
  p_now timestamptz default clock_timestamp())
returns table (name text, wrong int, sample text) language plpgsql security definer set search_path = public, pg_temp
set enable_nestloop = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_custom_plan
set jit = off as $$
declare
  v_pins constant int := 50000;
  v_turn constant int := 50;
  v_periods timestamptz[];
  v_batches int[];
  v_organisations uuid[];
  v_findings finding[];
  v_named text[];
begin
  perform set_config('app.tenant', p_tenant::text, true);
  -- Only one check at a time proves new periods; a second check that runs at the same time skips this step.
  if pg_try_advisory_xact_lock(hashtext('check_money'), p_tenant) then perform prove_periods(p_tenant, p_now); end if;
  v_periods := array(
    select p.until from (
      select p.until, p.proven_at, row_number() over (order by p.proven_at, p.until) as place
        from proven_periods p where p.tenant_id = p_tenant) p
     where p_full or p.place = 1 or p.proven_at = '-infinity');
  v_batches := array(
    select b.batch_no from (
      select b.batch_no, p.proven_at,
             sum(b.quantity) over (order by coalesce(p.proven_at, 'epoch'), b.batch_no) - b.quantity as before
        from batches b
        left join proven_batches p on p.tenant_id = p_tenant and p.batch_no = b.batch_no
       where b.tenant_id = p_tenant) b
     where p_full or b.before < v_pins or b.proven_at = '-infinity');
  v_organisations := array(
    select o.id from (
      select o.id, p.proven_at, row_number() over (order by coalesce(p.proven_at, 'epoch'), o.id) as place
        from organisations o
        left join proven_organisations p on p.tenant_id = p_tenant and p.organisation_id = o.id
       where o.tenant_id = p_tenant) o
     where p_full or o.place <= v_turn or o.proven_at = '-infinity');
  v_findings := array(
    select f from money_findings(p_tenant, p_now, p_full, v_periods, v_batches, v_organisations) f);
  v_named := array(select f.sample from unnest(v_findings) f where f.wrong > 0);
  -- A period with a finding is checked again in the next run. A full run works out which periods these are: a finding
  -- names a period by its end, or a sale by an id that contains its time. Any other run marks all of its few periods.
  update proven_periods p
     set proven_at = case when v_named <> '{}' and not p_full or exists (
           select from unnest(v_named) n where n = p.until::text
               or (n ~ '^[0-9a-f-]{36}$' and n >= first_id_at(p.since)::text and n < first_id_at(p.until)::text))
         then '-infinity' else p_now end
   where p.tenant_id = p_tenant and p.until = any (v_periods);
  insert into proven_batches (tenant_id, batch_no, proven_at)
  select p_tenant, b, case when exists (select from unnest(v_named) n where split_part(n, '-', 1) = b::text)
         then '-infinity' else p_now end from unnest(v_batches) b
  on conflict (tenant_id, batch_no) do update set proven_at = excluded.proven_at;
  insert into proven_organisations (tenant_id, organisation_id, proven_at)
  select p_tenant, o, case when exists (select from unnest(v_named) n where right(n, 36) = o::text)
         then '-infinity' else p_now end from unnest(v_organisations) o
  on conflict (tenant_id, organisation_id) do update set proven_at = excluded.proven_at;
  return query select f.name, f.wrong, f.sample from unnest(v_findings) f;
end $$;
