-- The number by which an organisation is known in the other systems of its parent, such as "K-1042"; blank: it has none.
alter table organisations
  add column customer_number text not null default '',
  add constraint organisations_customer_number check (
    char_length(customer_number) <= 30 and customer_number = btrim(customer_number)
    and customer_number !~ '[\u0001-\u001f\u007f-\u009f]');
create unique index organisations_number on organisations (tenant_id, parent_id, customer_number) where customer_number <> '';
grant update (customer_number) on organisations to portal_app;
