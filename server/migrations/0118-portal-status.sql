-- What the public status page shows besides the present state (docs/decisions/0098): notices in words, and disturbances as they were measured.

-- Notices of an organisation, shown at its own host and at the hosts of all organisations below it.
create table status_notices (
  tenant_id int not null,
  id uuid not null,
  owner_id uuid not null,
  headline text not null,
  kind text not null,
  valid_from date not null,
  valid_until date not null,
  note text not null,                          -- what happened, and each update
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, id),
  constraint status_notices_kind check (kind in ('disturbance', 'maintenance')),
  constraint status_notices_days check (valid_from <= valid_until),
  constraint status_notices_owner foreign key (tenant_id, owner_id) references organisations (tenant_id, id));
select place('status_notices', 'tenant');
select guard('status_notices');
create index status_notices_of_owner on status_notices (tenant_id, owner_id);
grant select, insert, update on status_notices to portal_app;

-- A time during which a part of the portal did not work as usual, to the minute.
create table disturbances (
  tenant_id int not null,
  id uuid not null,
  part text not null,
  state text not null,
  began_at timestamptz not null,
  ended_at timestamptz,                        -- null: not over
  primary key (tenant_id, id),
  constraint disturbances_part check (part in ('till', 'recharges', 'top_ups', 'buses', 'messages')),
  constraint disturbances_state check (state in ('disturbed', 'down')),
  constraint disturbances_end check (ended_at >= began_at));
select place('disturbances', 'tenant');
select guard('disturbances');
-- Two servers that measure at the same time begin a disturbance once.
create unique index disturbances_once on disturbances (tenant_id, part) where ended_at is null;
create unique index disturbances_began on disturbances (tenant_id, part, began_at);
grant select, insert, update, delete on disturbances to portal_app;

-- Since when and until when a server measured: a gap shows that no server ran. One row, of no tenant.
create table status_watch (
  is_only boolean primary key default true,
  since timestamptz not null,
  at timestamptz not null,
  constraint status_watch_only check (is_only));
select place('status_watch', 'local');
grant select, insert, update on status_watch to portal_app;
