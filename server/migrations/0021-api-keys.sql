-- Keys of a customer's own systems. A key is a session that no browser holds: its account is one of the customer's staff, with the rights the key has.
alter table organisations
  add column api_scopes text[] not null default '{}',
  add column api_calls_per_minute int not null default 60 check (api_calls_per_minute between 1 and 6000),
  -- Face value it may sell on one Berlin day; null: what the wallet allows.
  add column api_amount_per_day bigint check (api_amount_per_day >= 0),
  add column api_user_id uuid;
alter table sessions add column is_key boolean not null default false;
grant update (api_scopes, api_calls_per_minute, api_amount_per_day, api_user_id) on organisations to portal_app;

-- What keys have sold, by transaction key: set aside before the sale, taken back when it was refused, kept when nobody knows.
create table api_spending (
  tenant_id int not null,
  organisation_id uuid not null,
  day date not null,
  key uuid not null,
  amount bigint not null check (amount >= 0),
  primary key (tenant_id, organisation_id, key),
  constraint api_spending_organisation foreign key (tenant_id, organisation_id) references organisations (tenant_id, id)
);
create index api_spending_of_day on api_spending (tenant_id, organisation_id, day);
select place('api_spending', 'tenant');
select guard('api_spending');
grant select, insert, delete on api_spending to portal_app;

-- Keys of before opened nothing: whoever was given one makes a new one.
do $$
declare v_tenant int;
begin
  for v_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', v_tenant::text, true);
    update organisations set api_enabled = false, api_key_hash = null, api_key_last4 = ''
     where tenant_id = v_tenant and (api_enabled or api_key_hash is not null);
  end loop;
end $$;
