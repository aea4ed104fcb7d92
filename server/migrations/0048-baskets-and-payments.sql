-- Baskets, and how the customer paid (docs/decisions/0054).

-- How a customer paid the shop, where its till said so: noted with the sale, and as little changed as the sale is.
create table sale_payments (
  tenant_id int not null,
  sale_id uuid not null,
  kind text not null,
  primary key (tenant_id, sale_id),
  constraint sale_payments_kind check (kind in ('cash', 'card', 'other')));
select place('sale_payments', 'tenant');
select guard('sale_payments');
grant select on sale_payments to portal_app;

-- One more thing a key may be for. Every row there is passed the narrower rule, so none is read again.
alter table transaction_keys drop constraint transaction_keys_operation;
alter table transaction_keys add constraint transaction_keys_operation
  check (operation in ('sale', 'booking', 'void', 'hold', 'basket')) not valid;
