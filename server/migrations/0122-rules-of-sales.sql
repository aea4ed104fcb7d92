-- Rules of the tables that every sale writes. PostgreSQL reads each such rule from its text at every statement, which took about a tenth of a lone sale's
-- processor time; the money check finds and names every row that breaks one (docs/decisions/0059). The rules of wallets stay: they stop a loss before it happens.
alter table sales
  drop constraint sales_quantity,
  drop constraint sales_status;
alter table transfers
  drop constraint transfers_amount,
  drop constraint transfers_kind,
  drop constraint transfers_sides;
alter table transaction_keys
  drop constraint transaction_keys_operation;
alter table queue_heads
  drop constraint queue_heads_range,
  drop constraint queue_heads_held;
