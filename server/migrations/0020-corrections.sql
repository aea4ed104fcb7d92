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
