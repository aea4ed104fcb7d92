-- Changes of the books that bypass the money functions, each with the finding that must report it. The owner of the
-- database runs and rolls back each (server/money/checks/books.test.ts); names after a colon are rows of the test’s world.

-- a wallet’s balance was raised → wallet_equals_transfers
update wallets set balance = balance + 1 where organisation_id = :shop;

-- a wallet’s balance was lowered → wallet_equals_transfers
update wallets set balance = balance - 10000 where organisation_id = :shop;

-- a wallet counts one transfer more → wallet_equals_transfers
update wallets set transfers = transfers + 1 where organisation_id = :shop;

-- the last transfer is deleted → wallet_equals_transfers
delete from transfers where wallet_id = :shop and seq = :last;

-- a credit limit was raised by hand → limit_is_a_change
update wallets set credit_limit = credit_limit + 10000000 where organisation_id = :shop;

-- more money is held than the wallet has → spent_within_limit
alter table wallets drop constraint wallets_spendable, drop constraint wallets_limit;
update wallets set held = balance + credit_limit + 1 where organisation_id = :shop;

-- a negative amount is held → spent_within_limit
alter table wallets drop constraint wallets_spendable, drop constraint wallets_limit;
update wallets set held = -10000 where organisation_id = :shop;

-- a suspended customer’s wallet is active → wallet_is_its_customer
update organisations set is_active = false where id = :shop;

-- a wallet has another parent → wallet_is_its_customer
update wallets set parent_id = (select path[1] from organisations where id = :shop) where organisation_id = :shop;

-- a running balance in the middle was changed → running_balance
update transfers set balance_after = balance_after + 1 where wallet_id = :shop and seq = :last - 1;

-- a transfer in the middle is deleted → running_balance
delete from transfers where wallet_id = :shop and seq = :last - 1;

-- an amount and all later balances were changed → sale_paid_once
update transfers set amount = amount - 100, balance_after = balance_after + 100 where wallet_id = :shop and seq =
  :last;
update wallets set balance = balance + 100 where organisation_id = :shop;

-- a payment was deleted with its trace in the wallet → sale_paid_once
update wallets set balance = balance + (select amount from transfers where wallet_id = :shop and seq = :last) where
  organisation_id = :shop;
delete from transfers where wallet_id = :shop and seq = :last;
update wallets set transfers = transfers - 1 where organisation_id = :shop;

-- a transfer names another receiver → transfer_between_its_parties
update transfers set payee_id = gen_random_uuid() where wallet_id = :shop and seq = :last;

-- a payment has a negative amount, from the receiver to the payer → transfer_between_its_parties
update transfers set payer_id = payee_id, payee_id = payer_id, amount = -amount where wallet_id = :shop and seq = :last;

-- a transfer is of an unknown kind → transfer_between_its_parties
update transfers set kind = 'gift' where wallet_id = :shop and seq = :last;

-- a payment is marked as a fee → sale_paid_once
update transfers set kind = 'fee' where wallet_id = :shop and seq = :last;

-- a payment has another time → payment_of_a_sale
update transfers set created_at = created_at + interval '1 second' where wallet_id = :shop and seq = :last;

-- a sale was paid twice → sale_paid_once
insert into transfers select tenant_id, wallet_id, seq + 1, payer_id, payee_id, amount, kind, cause_id,
  balance_after - amount, '', '', created_by, created_at from transfers where wallet_id = :shop and seq = :last;
update wallets w set transfers = transfers + 1, balance = (select balance_after from transfers t where t.wallet_id =
  w.organisation_id order by seq desc limit 1) where organisation_id = :shop;

-- a top-up has no key → booking_has_its_key
insert into transfers select tenant_id, organisation_id, transfers + 1, parent_id, organisation_id, 1000000,
  'top_up', gen_random_uuid(), balance + 1000000, 'cash', '', organisation_id, now() from wallets where
  organisation_id = :shop;
update wallets set transfers = transfers + 1, balance = balance + 1000000 where organisation_id = :shop;

-- the day’s sum of automatic credit was lowered → auto_credit_counted
update auto_credit_rules set booked = 0;

-- the day’s automatic credit starts at a later transfer → auto_credit_counted
update auto_credit_rules r set booked = 0, booked_from = (select transfers from wallets where organisation_id =
  r.wallet_id);

-- a sale’s key is deleted → sale_has_its_key
delete from transaction_keys where key = ((select s from sales s where s.id = :sale)).key;

-- a key names another sale → sale_has_its_key
update transaction_keys set cause_id = :other where key = ((select s from sales s where s.id = :sale)).key;

-- two sales share a key → sale_has_its_key
update sales set key = ((select s from sales s where s.id = :other)).key where id = :sale;

-- a used key is marked as void → sale_has_its_key
update transaction_keys set operation = 'void' where key = ((select s from sales s where s.id = :sale)).key;

-- a credit limit is negative → spent_within_limit
alter table wallets drop constraint wallets_limit;
update wallets set credit_limit = -1 where organisation_id = :shop;

-- a key is of an unknown operation → key_has_its_cause
update transaction_keys set operation = 'gift' where key = ((select s from sales s where s.id = :sale)).key;

-- a key names another person → sale_has_its_key
update transaction_keys set user_id = gen_random_uuid() where key = ((select s from sales s where s.id =
  :sale)).key;

-- a key names a sale that does not exist → key_has_its_cause
-- The new ids have the time of the sale, so that they do not lie in a closed period.
insert into transaction_keys select tenant_id,
  overlay(key::text placing right(gen_random_uuid()::text, 22) from 15)::uuid,
  operation, user_id, content, overlay(cause_id::text placing right(gen_random_uuid()::text, 22) from 15)::uuid,
  null, created_at from transaction_keys where key = ((select s from sales s where s.id = :sale)).key;

-- a booking’s stored answer has a higher amount → key_has_its_cause
update transaction_keys set answer = answer || jsonb_build_object('balance_after', (answer ->>
  'balance_after')::bigint + 10000) where key = (select key from transaction_keys where operation = 'booking' and
  answer is not null and answer ->> 'balance_before' <> answer ->> 'balance_after' order by key desc limit 1);

-- a booking has no stored answer → key_has_its_cause
update transaction_keys set answer = null where key = (select key from transaction_keys where operation = 'booking'
  order by key desc limit 1);

-- a change of a limit is deleted → key_has_its_cause
delete from credit_limit_changes where id = (select id from credit_limit_changes where wallet_id = :shop order by id
  desc limit 1);

-- a change of a limit has no key → limit_change_has_its_key
insert into credit_limit_changes select tenant_id, gen_random_uuid(), organisation_id, credit_limit, credit_limit,
  '', organisation_id, now() from wallets where organisation_id = :shop;

-- a request was approved without a booking → request_has_its_booking
update credit_requests set state = 'approved', decided_by = 'x', decided_at = now() where id = :waiting;

-- an approved request has a higher amount → request_has_its_booking
update credit_requests set amount = amount * 10 where id = :approved;

-- an approved request is marked as waiting → request_has_its_booking
update credit_requests set state = 'waiting', decided_at = null where id = :approved;

-- a basket’s key names another sale → key_has_its_cause
update transaction_keys set answer = jsonb_set(answer, '{sales,1}', to_jsonb(:sale::text))
 where operation = 'basket';

-- a basket’s key names no sale → key_has_its_cause
update transaction_keys set answer = null where operation = 'basket';
