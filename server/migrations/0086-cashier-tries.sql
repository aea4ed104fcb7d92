-- Wrong tries of a cashier's code are counted for each device, so that whoever guesses at one till stops nobody at another; `cashier_codes.wrong` counts all of
-- them since the code was set, and no password makes those good.
create table cashier_tries (
  tenant_id int not null,
  user_id uuid not null,
  device_id uuid not null,
  wrong smallint not null,                         -- since the person's last password
  primary key (tenant_id, user_id, device_id),
  constraint cashier_tries_code foreign key (tenant_id, user_id) references cashier_codes (tenant_id, user_id)
    on delete cascade);
select place('cashier_tries', 'tenant');
select guard('cashier_tries');
grant select, insert, update, delete on cashier_tries to portal_app;
