-- Changes of shifts that bypass the money functions, each with the finding that must report it. The owner of the
-- database runs and rolls back each (server/money/checks/books.test.ts); names after a colon are rows of the test’s world.

-- a till’s next Z starts after a sale that no Z has → sale_is_in_a_z
update shifts set decided = decided + interval '1 day' where document_id = :z;

-- a line of a Z is deleted → z_is_the_sum_of_its_lines
delete from shift_lines where line_id = :other;

-- a sale was added to a Z later → z_is_the_sum_of_its_lines
insert into shift_lines (tenant_id, line_id, document_id) values (1, :sale, :z);

-- a Z has another sum and was hashed anew → z_is_the_sum_of_its_lines
update documents set snapshot = jsonb_set(snapshot, '{face_total}', '"0.01"') where id = :z;
update documents d set hash = document_hash(d.tenant_id, d.id, d.key, d.owner_id, d.kind, d.series, d.circle, d.number,
  d.snapshot, d.previous, d.created_at, d.created_by) where d.id = :z;

-- a Z has another credit and was hashed anew → z_credit_is_the_ledgers
update documents set snapshot = jsonb_set(snapshot, '{credit,after}', '"0.01"') where id = :z;
update documents d set hash = document_hash(d.tenant_id, d.id, d.key, d.owner_id, d.kind, d.series, d.circle, d.number,
  d.snapshot, d.previous, d.created_at, d.created_by) where d.id = :z;

-- a shift begins at another place of the ledger → shift_begins_where_its_z_ended
update shifts set transfers = transfers - 1 where document_id = :z;

-- a till’s last sale is dated earlier → shift_till_knows_its_sales
update till_times set last_at = first_at - interval '1 hour' where seller_id = :shop;

-- a till is deleted from the tally → shift_till_knows_its_sales
delete from till_times where seller_id = :shop;

-- a Z has more card payments and was hashed anew → z_counts_payments
update documents set snapshot = jsonb_set(snapshot, '{payments}', '[{"kind": "card", "face_total": "0.01"}]')
 where id = :z;
update documents d set hash = document_hash(d.tenant_id, d.id, d.key, d.owner_id, d.kind, d.series, d.circle, d.number,
  d.snapshot, d.previous, d.created_at, d.created_by) where d.id = :z;

-- a payment was added to a sale after its Z → z_counts_payments
insert into sale_payments (tenant_id, sale_id, kind) values (1, :other, 'card');

-- a payment was noted without a sale → payment_is_of_a_sale
insert into sale_payments (tenant_id, sale_id, kind) values (1, first_id_at(now() + interval '1 hour'), 'card');
