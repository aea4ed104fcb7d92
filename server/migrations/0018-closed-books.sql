-- Books are closed behind the tills, so that counts and proofs of what is over need not be made again
-- (docs/decisions/0023).

-- Nothing is written with a time before `until` any more; whoever was under way when that was said has ended before
-- `sealed`.
create table closings (
  tenant_id int primary key,
  until timestamptz not null,
  after_xid xid8,                              -- every transaction before it must have ended
  sealed timestamptz not null default 'epoch');
select place('closings', 'tenant');
select guard('closings');

-- What the money check proved of a time that is over: how much there was, and a checksum over all of it.
create table proven_periods (
  tenant_id int not null,
  until timestamptz not null,
  since timestamptz not null,
  rows bigint not null,
  checksum text not null,
  proven_at timestamptz not null,              -- -infinity: found changed, looked at first
  primary key (tenant_id, until));
select place('proven_periods', 'tenant');
select guard('proven_periods');

-- When the PINs of a batch were last gone through, one by one.
create table proven_batches (
  tenant_id int not null,
  batch_no int not null,
  proven_at timestamptz not null,
  primary key (tenant_id, batch_no));
select place('proven_batches', 'tenant');
select guard('proven_batches');
grant select on closings, proven_periods, proven_batches to portal_app;

-- A sale names its key: found by its primary key, without an index that every sale would write.
alter table sales add column key uuid;
-- `booked` is what the rule booked behind this transfer of the wallet, whatever a clock said meanwhile.
alter table auto_credit_rules add column booked_from bigint not null default 0;

do $$
declare v_tenant int;
begin
  for v_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', v_tenant::text, true);
    update sales s set key = k.key from transaction_keys k
     where s.tenant_id = v_tenant and k.tenant_id = v_tenant and k.operation = 'sale' and k.cause_id = s.id;
    update auto_credit_rules r set booked_from = coalesce((
        select max(t.seq) from transfers t where t.tenant_id = v_tenant and t.wallet_id = r.wallet_id
           and (r.booked_on is null or t.created_at < r.booked_on::timestamp at time zone 'Europe/Berlin')), 0)
     where r.tenant_id = v_tenant;
  end loop;
end $$;

-- Transfers are only added, in the order of their time: the smallest index there is finds a period of them, and costs a
-- sale next to nothing.
create index transfers_by_time on transfers using brin (created_at) with (pages_per_range = 32, autosummarize = on);
-- Not of sales: nothing more is written by them.
create index transaction_keys_of_bookings on transaction_keys (tenant_id, cause_id) where operation = 'booking';
