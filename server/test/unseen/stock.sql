-- Changes of stock, document numbers and closed periods that bypass the money functions, each with the finding that
-- must report it. The owner of the database runs and rolls back each (server/money/checks/tampering.test.ts); names
-- after a colon are rows of the test’s world.

-- a batch names another supplier → batch_is_as_it_came
update batches set supplier_id = (select id from suppliers s where s.tenant_id = 1 and s.id <> batches.supplier_id limit 1)
 where batch_no = :spare;

-- a batch belongs to another owner → batch_is_as_it_came
update batches set owner_id = :shop where batch_no = :spare;

-- an import has a higher value → batch_is_as_it_came
update stock_moves set value = value + 10000 where batch_no = :spare and no = 1;

-- an import has a lower cost → batch_is_as_it_came
update stock_moves set cost_unit = cost_unit - 1 where batch_no = :spare and no = 1;

-- the last proof is deleted → closed_periods_follow
delete from proven_periods where until = (select max(until) from proven_periods where tenant_id = 1);

-- all proofs are deleted → closed_periods_follow
delete from proven_periods where tenant_id = 1;

-- the books are closed for the future → closed_books_are_past
update closings set until = '2099-01-01', sealed = '2099-01-01' where tenant_id = 1;

-- a run of invoices is claimed until 2099 → invoices_are_made_in_time
update invoice_runs set claimed_until = '2099-01-01', done = total - 1 where tenant_id = 1;

-- a series belongs to a restore that never happened → series_are_of_a_restore
alter table documents drop constraint documents_series;
update document_series set circle = 5 where series = 'open';
update documents set circle = 5 where series = 'open';
