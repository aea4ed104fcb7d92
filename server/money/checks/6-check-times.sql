-- Finds times in the future that would do harm, because some work would never begin, a limit would count for a day
-- that never comes, or books would be closed too early. Up to three days ahead are allowed: the clocks of servers
-- differ by moments, those of tests by days.
create or replace function wrong_ahead(p_tenant int, p_now timestamptz) returns setof finding
language plpgsql stable as $$
declare
  v_latest timestamptz := p_now + interval '3 days';
  v_day date := (v_latest at time zone 'Europe/Berlin')::date;
begin
  return query
    -- Checks that every order's supplier is next asked, and every order's lease ends, at most three days ahead.
    select 'order_is_asked_in_time', count(*)::int, min(o.key::text) from (
      select o.key from live_orders o where o.tenant_id = p_tenant and o.next_at > v_latest
      union all
      select o.key from live_orders o
       where o.tenant_id = p_tenant and (o.ended_at is null or o.next_at is not null) and o.leased_until > v_latest
      union all
      select t.id from statements t where t.tenant_id = p_tenant and t.leased_until > v_latest) o
    union all
    select 'invoices_are_made_in_time', count(*)::int, min(r.id::text) from invoice_runs r
     where r.tenant_id = p_tenant and r.done < r.total and r.claimed_until > v_latest
    union all
    select 'request_is_worked_in_time', count(*)::int, min(r.id::text) from credit_runs r
     where r.tenant_id = p_tenant and r.done < r.total and r.claimed_until > v_latest
    union all
    select 'limit_day_is_not_ahead', count(*)::int, min(x.id::text) from (
      select g.customer_id as id from credit_given g where g.tenant_id = p_tenant and g.day > v_day
      union all
      select b.customer_id from below_cost_days b where b.tenant_id = p_tenant and b.day > v_day
      union all
      select s.organisation_id from api_spending s where s.tenant_id = p_tenant and s.day > v_day
      union all
      select r.wallet_id from auto_credit_rules r
       where r.tenant_id = p_tenant and greatest(r.booked_on, r.counted_on) > v_day) x
    union all
    select 'shift_counting_has_begun', count(*)::int, min(t.shifts_since::text) from tenants t
     where t.tenant_id = p_tenant and t.shifts_since > v_latest
    union all
    select 'closed_books_are_past', count(*)::int, min(greatest(c.until, c.sealed)::text) from closings c
     where c.tenant_id = p_tenant and greatest(c.until, c.sealed) > v_latest;
end $$;
