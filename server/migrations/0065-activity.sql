-- When something was last written in a tenant, to the minute, so that jobs look only where something happened
-- (docs/decisions/0069). No tenant's own table: it is read across all of them, in one statement.
create table tenant_activity (
  tenant_id int primary key,
  at timestamptz not null)                     -- by the database's clock
  with (fillfactor = 50);                      -- changed once a minute, in place
select place('tenant_activity', 'local');
grant select, insert, update on tenant_activity to portal_app;
