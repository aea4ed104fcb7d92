-- What the money check looks at in turn, and how far it has proven: a proof that is gone is missed (decision 0078).

-- Where the last proven period ended when it was written.
alter table closings add column proven timestamptz not null default 'epoch';

-- When the months and the bills of an organisation were last added up.
create table proven_organisations (
  tenant_id int not null,
  organisation_id uuid not null,
  proven_at timestamptz not null,              -- -infinity: found wrong, looked at first
  primary key (tenant_id, organisation_id));
select place('proven_organisations', 'tenant');
select guard('proven_organisations');
grant select on proven_organisations to portal_app;

do $$
declare v_tenant int;
begin
  for v_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', v_tenant::text, true);
    update closings c set proven = p.until
      from (select max(p.until) as until from proven_periods p where p.tenant_id = v_tenant) p
     where c.tenant_id = v_tenant and p.until is not null;
  end loop;
end $$;
