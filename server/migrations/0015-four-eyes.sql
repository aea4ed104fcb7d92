-- Four eyes and given rights (docs/decisions/0019): whose hand is on an account, what one person gave alone today, and requests that are no bookings.

-- Whoever made an account, or changed how it is entered, may be whoever uses it. `hand_id` may be one of the platform's people, at home in tenant 0.
create table account_hands (
  tenant_id int not null,
  user_id uuid not null,                       -- the account
  hand_id uuid not null,
  what text not null,
  hand_name text not null,
  laid_at timestamptz not null,                -- the last time
  primary key (tenant_id, user_id, hand_id, what),
  constraint account_hands_what check (what in ('made', 'reset', 'stopped')));
select place('account_hands', 'tenant');
select guard('account_hands');

-- One row for two people who have to do with each other, not one a day: the day moves forwards.
create table credit_given (
  tenant_id int not null,
  customer_id uuid not null,
  user_id uuid not null,
  day date not null,                           -- in Berlin
  amount bigint not null,
  primary key (tenant_id, customer_id, user_id));
select place('credit_given', 'tenant');
select guard('credit_given');

alter table auto_credit_rules
  add column is_alone boolean not null default true,   -- no second person said yes: what it may give a day counts as given by its author
  add column counted_on date;                          -- the day it was loosened: counted there already

alter table credit_requests
  alter column wallet_id drop not null,        -- null: it is about the organisation itself
  alter column amount drop not null,           -- null: no amount at all, as of a rule taken away
  add column organisation_id uuid,             -- whose guard it is
  add column payload jsonb not null default '{}',
  add column hands uuid[] not null default '{}';   -- whoever asked, and who may have been asking through that account
do $$
declare v_tenant int;
begin
  for v_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', v_tenant::text, true);
    update credit_requests r set organisation_id = w.parent_id, hands = array[r.asked_by]
      from wallets w where r.tenant_id = v_tenant and w.tenant_id = v_tenant and w.organisation_id = r.wallet_id;
  end loop;
end $$;
alter table credit_requests alter column organisation_id set not null;

grant select on account_hands, credit_given to portal_app;
grant insert, update on account_hands to portal_app;

-- A seller is never a parent. Who has customers already is a reseller: its own stay in lists and go on, it sells through them.
do $$
declare v_tenant int;
begin
  for v_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', v_tenant::text, true);
    update organisations o set kind = 'reseller' where o.tenant_id = v_tenant and o.kind = 'seller'
       and exists (select from organisations c where c.tenant_id = v_tenant and c.parent_id = o.id);
  end loop;
end $$;
alter table organisations
  add column may_be_parent boolean not null generated always as (kind <> 'seller') stored,
  add column parent_may boolean generated always as (case when parent_id is not null then true end) stored;
create unique index organisations_may_be_parent on organisations (tenant_id, id, may_be_parent);
-- Not validated: that would read the rows of all tenants at once, which row level security lets nobody do. What there was is put right above.
alter table organisations
  add constraint organisations_parent_may foreign key (tenant_id, parent_id, parent_may) references organisations (tenant_id, id, may_be_parent) not valid;

-- What was lost on sales below cost, by customer, on one Berlin day; and how much of it whoever sells to them lets one cause.
create table below_cost_days (
  tenant_id int not null,
  customer_id uuid not null,
  day date not null,
  amount bigint not null,
  primary key (tenant_id, customer_id));
select place('below_cost_days', 'tenant');
select guard('below_cost_days');
grant select on below_cost_days to portal_app;
alter table organisations add column below_cost_daily bigint not null default 1000000;   -- 100.00
