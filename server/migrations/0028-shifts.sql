-- Shifts and their Z-reports (docs/decisions/0034). A sale knows nothing of them: which Z counted it is noted when the Z
-- is made.

-- From when on sales are counted in Zs: with the first one, or where there were sales before there were Zs, since then.
alter table tenants add column shifts_since timestamptz not null default 'epoch';
update tenants set shifts_since = now();

-- Whether the drawer is counted before a shift's sums are shown.
alter table organisations add column counts_drawer boolean not null default false;
grant update (counts_drawer) on organisations to portal_app;

-- Where the running shift of a till began. One row a till is one open shift a till.
create table shifts (
  tenant_id int not null,
  till_id uuid not null,                       -- a person's browser; the person, where there is none
  seller_id uuid not null,
  document_id uuid,                            -- its last Z
  opened_at timestamptz,                       -- when that was made
  transfers bigint,                            -- how many the shop's wallet had seen by then
  decided timestamptz,                         -- every sale of a time before is in a Z, and none can come any more
  primary key (tenant_id, till_id));
select place('shifts', 'tenant');
select guard('shifts');

-- What a Z counted: sales, refunds, and showings of PINs. Nothing is counted twice.
create table shift_lines (
  tenant_id int not null,
  line_id uuid not null,
  document_id uuid not null,
  primary key (tenant_id, line_id));
select place('shift_lines', 'tenant');
select guard('shift_lines');
create index shift_lines_of_document on shift_lines (tenant_id, document_id);

-- Not of sales: written when PINs are shown again.
create index reveals_of_user on reveals (tenant_id, user_id, created_at);

-- Made by close_shift only.
grant select on shifts, shift_lines to portal_app;
