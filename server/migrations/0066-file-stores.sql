-- Which folder holds the portal's files (docs/decisions/0069): one row, whose id lies in that folder too. A server that
-- finds another folder than its neighbours does not start.
create table file_stores (
  no int primary key check (no = 1),
  store_id uuid not null,
  since timestamptz not null);
select place('file_stores', 'local');
grant select, insert, update on file_stores to portal_app;
