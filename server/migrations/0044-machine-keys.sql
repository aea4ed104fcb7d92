-- Keys of customers' own systems: how often each came this minute, and what a restore switched off.

-- When a restore switched the real key off: the database may have forgotten that it was withdrawn. Null once somebody switched it on again.
alter table organisations add column api_held_at timestamptz;
grant update (api_held_at) on organisations to portal_app;

-- Calls of a key in the newest minute it came in, counted for all servers together.
create table api_paces (
  tenant_id int not null,
  session_id uuid not null,
  minute timestamptz not null,
  calls int not null,
  primary key (tenant_id, session_id),
  constraint api_paces_session foreign key (tenant_id, session_id) references sessions (tenant_id, id)
);
select place('api_paces', 'tenant');
select guard('api_paces');
grant select, insert, update on api_paces to portal_app;
