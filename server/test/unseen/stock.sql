-- Changes of stock, numbers and closed periods past the functions.

-- a batch came from another supplier → batch_is_as_it_came
update batches set supplier_id = (select id from suppliers s where s.tenant_id = 1 and s.id <> batches.supplier_id limit 1)
 where batch_no = :spare;

-- a batch is somebody else’s → batch_is_as_it_came
update batches set owner_id = :shop where batch_no = :spare;

-- what came into stock was worth more → batch_is_as_it_came
update stock_moves set value = value + 10000 where batch_no = :spare and no = 1;

-- what came into stock cost less → batch_is_as_it_came
update stock_moves set cost_unit = cost_unit - 1 where batch_no = :spare and no = 1;

-- the last proof is gone → closed_periods_follow
delete from proven_periods where until = (select max(until) from proven_periods where tenant_id = 1);

-- all proofs are gone → closed_periods_follow
delete from proven_periods where tenant_id = 1;

-- the books are closed for the future → closed_books_are_past
update closings set until = '2099-01-01', sealed = '2099-01-01' where tenant_id = 1;

-- work on invoices is somebody’s until 2099 → invoices_are_made_in_time
update invoice_runs set claimed_until = '2099-01-01', done = total - 1 where tenant_id = 1;

-- a series is of a restore that never was → series_are_of_a_restore
alter table documents drop constraint documents_series;
update document_series set circle = 5 where series = 'open';
update documents set circle = 5 where series = 'open';
