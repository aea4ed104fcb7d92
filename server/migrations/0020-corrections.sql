-- A wrong booking of credit is taken back by another booking that names it, once at most (docs/decisions/0025).

create table corrections (
  tenant_id int not null,
  wallet_id uuid not null,
  corrects bigint not null,                    -- seq of the booking that was wrong …
  seq bigint not null,                         -- … and of the one that takes it back, wholly or in part
  primary key (tenant_id, wallet_id, corrects),
  constraint corrections_of_one unique (tenant_id, wallet_id, seq),
  constraint corrections_later check (seq > corrects),
  constraint corrections_wrong foreign key (tenant_id, wallet_id, corrects) references transfers (tenant_id, wallet_id, seq),
  constraint corrections_right foreign key (tenant_id, wallet_id, seq) references transfers (tenant_id, wallet_id, seq));
select place('corrections', 'tenant');
select guard('corrections');
grant select on corrections to portal_app;

alter table credit_requests add column corrects bigint;
create index credit_requests_corrections on credit_requests (tenant_id, wallet_id, corrects) where corrects is not null and state = 'waiting';

-- Many credits at once, booked by the server whether or not somebody still looks: what was asked, by whom, and what became of each row.
create table credit_runs (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  asked_by jsonb not null,                     -- who asked and from where, as the audit log names it
  payment_mode text not null,
  rows jsonb not null,                         -- each with its own transaction key
  results jsonb not null default '[]',
  total int not null,
  done int not null default 0,
  claimed_until timestamptz not null,          -- somebody is at it; another goes on from here afterwards
  created_at timestamptz not null,
  primary key (tenant_id, id));
select place('credit_runs', 'tenant');
select guard('credit_runs');
create index credit_runs_open on credit_runs (tenant_id, id) where done < total;
grant select, insert, update, delete on credit_runs to portal_app;
