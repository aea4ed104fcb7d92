-- The slip of a sale as a text message or by mail. A sale has few of them, and so has a shop in an hour.
alter table messages add column sale_id uuid;
create index messages_of_sale on messages (tenant_id, sale_id) where sale_id is not null;
create index messages_with_slips on messages (tenant_id, organisation_id, created_at) where sale_id is not null;
