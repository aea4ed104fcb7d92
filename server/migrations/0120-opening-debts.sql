-- Opening balances below zero (docs/decisions/0100). An older server carries out the rows of a move, but would leave such a balance out: the database
-- refuses to store its outcome, so the row stays open for a server that books the debt.
alter table move_rows
  add constraint move_rows_debt check (balance >= 0 or outcome <> 'made' or balance_state is not null);
-- A debt is booked only under the key of its row.
create unique index move_rows_balance_key on move_rows (tenant_id, balance_key);
