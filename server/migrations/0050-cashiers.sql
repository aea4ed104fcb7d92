-- Cashiers of one shop: a code of four digits for changing places at its paired device, and sessions that lock.

create table cashier_codes (
  tenant_id int not null,
  user_id uuid not null,
  code_hash text not null,                         -- Argon2id over a keyed digest: ten thousand codes are soon tried
  must_change boolean not null,                    -- somebody else gave it
  wrong smallint not null default 0,               -- wrong tries since the person's last password, at all devices
  set_at timestamptz not null,                     -- one from before a restore of the database does not count
  primary key (tenant_id, user_id),
  constraint cashier_codes_user foreign key (tenant_id, user_id) references users (tenant_id, id));
select place('cashier_codes', 'tenant');
select guard('cashier_codes');
grant select, insert, update, delete on cashier_codes to portal_app;

alter table sessions
  add column by_code boolean not null default false,
  add column locked_at timestamptz;

alter table organisations add column lock_minutes smallint not null default 0;
grant update (lock_minutes) on organisations to portal_app;
