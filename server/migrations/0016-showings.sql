-- Every showing of clear PINs is written down by how it came, and a delivery that holds what another owner has is counted.

alter table reveals drop constraint reveals_kind;
alter table reveals add constraint reveals_kind check (kind in ('repeated', 'settled', 'reprint', 'download'));

-- Deliveries refused because a code in them is another owner's, by owner and Berlin day (docs/decisions/0020).
create table stock_refusals (
  tenant_id int not null,
  owner_id uuid not null,
  day date not null,
  refused int not null,
  primary key (tenant_id, owner_id, day));
select place('stock_refusals', 'tenant');
select guard('stock_refusals');
grant select, insert, update on stock_refusals to portal_app;

-- Nobody makes tables of their own where the money functions look: temporary ones are the owner's alone (docs/decisions/0020).
do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;
