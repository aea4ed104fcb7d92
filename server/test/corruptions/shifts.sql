-- Changes of shifts past the function that closes them, each with the finding that must report it (see
-- documents.sql).

-- the till’s next look begins behind a sale that no Z has → sale_is_in_a_z
update shifts set decided = decided + interval '1 day' where document_id = :z;

-- a line of a Z is gone → z_is_the_sum_of_its_lines
delete from shift_lines where line_id = :other;

-- a sale was put into a Z later → z_is_the_sum_of_its_lines
insert into shift_lines (tenant_id, line_id, document_id) values (1, :sale, :z);

-- a Z says another sum and was hashed anew → z_is_the_sum_of_its_lines
update documents set snapshot = jsonb_set(snapshot, '{face_total}', '"0.01"') where id = :z;
update documents d set hash = document_hash(d) where d.id = :z;

-- a Z says another credit and was hashed anew → z_credit_is_the_ledgers
update documents set snapshot = jsonb_set(snapshot, '{credit,after}', '"0.01"') where id = :z;
update documents d set hash = document_hash(d) where d.id = :z;

-- a shift begins at another place of the ledger → shift_begins_where_its_z_ended
update shifts set transfers = transfers - 1 where document_id = :z;

-- a till is said to have sold last earlier → shift_till_knows_its_sales
update till_times set last_at = first_at - interval '1 hour' where seller_id = :shop;

-- a till is forgotten → shift_till_knows_its_sales
delete from till_times where seller_id = :shop;

-- a Z says that more was paid by card and was hashed anew → z_counts_payments
update documents set snapshot = jsonb_set(snapshot, '{payments}', '[{"kind": "card", "face_total": "0.01"}]')
 where id = :z;
update documents d set hash = document_hash(d) where d.id = :z;

-- a payment was noted for a sale behind its Z’s back → z_counts_payments
insert into sale_payments (tenant_id, sale_id, kind) values (1, :other, 'card');

-- a payment was noted for no sale → payment_is_of_a_sale
insert into sale_payments (tenant_id, sale_id, kind) values (1, first_id_at(now() + interval '1 hour'), 'card');
