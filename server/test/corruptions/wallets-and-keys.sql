-- Changes of the books past the money functions, each with the finding that must report it. Run by the owner of the
-- database and rolled back (server/money/books.test.ts); names after a colon are rows of the test’s world.

-- a balance was raised → wallet_equals_transfers
update wallets set balance = balance + 1 where organisation_id = :shop;

-- a balance was lowered → wallet_equals_transfers
update wallets set balance = balance - 10000 where organisation_id = :shop;

-- a wallet counts one transfer more → wallet_equals_transfers
update wallets set transfers = transfers + 1 where organisation_id = :shop;

-- the last transfer is gone → wallet_equals_transfers
delete from transfers where wallet_id = :shop and seq = :last;

-- a limit was raised by hand → limit_is_a_change
update wallets set credit_limit = credit_limit + 10000000 where organisation_id = :shop;

-- more is held than there is → spent_within_limit
alter table wallets drop constraint wallets_spendable, drop constraint wallets_limit;
update wallets set held = balance + credit_limit + 1 where organisation_id = :shop;

-- a negative amount is held → spent_within_limit
alter table wallets drop constraint wallets_spendable, drop constraint wallets_limit;
update wallets set held = -10000 where organisation_id = :shop;

-- a stopped customer’s wallet works → wallet_is_its_customer
update organisations set is_active = false where id = :shop;

-- a wallet hangs below somebody else → wallet_is_its_customer
update wallets set parent_id = (select path[1] from organisations where id = :shop) where organisation_id = :shop;

-- a balance on the way was changed → running_balance
update transfers set balance_after = balance_after + 1 where wallet_id = :shop and seq = :last - 1;

-- a transfer in the middle is gone → running_balance
delete from transfers where wallet_id = :shop and seq = :last - 1;

-- an amount and all balances behind it were changed → sale_paid_once
update transfers set amount = amount - 100, balance_after = balance_after + 100 where wallet_id = :shop and seq =
  :last;
update wallets set balance = balance + 100 where organisation_id = :shop;

-- a payment was taken out without a trace in the wallet → sale_paid_once
update wallets set balance = balance + (select amount from transfers where wallet_id = :shop and seq = :last) where
  organisation_id = :shop;
delete from transfers where wallet_id = :shop and seq = :last;
update wallets set transfers = transfers - 1 where organisation_id = :shop;

-- a payment went to somebody else → transfer_between_its_parties
update transfers set payee_id = gen_random_uuid() where wallet_id = :shop and seq = :last;

-- a payment is called a fee → sale_paid_once
update transfers set kind = 'fee' where wallet_id = :shop and seq = :last;

-- a payment has another time → payment_of_a_sale
update transfers set created_at = created_at + interval '1 second' where wallet_id = :shop and seq = :last;

-- a sale was paid twice → sale_paid_once
insert into transfers select tenant_id, wallet_id, seq + 1, payer_id, payee_id, amount, kind, cause_id,
  balance_after - amount, '', '', created_by, created_at from transfers where wallet_id = :shop and seq = :last;
update wallets w set transfers = transfers + 1, balance = (select balance_after from transfers t where t.wallet_id =
  w.organisation_id order by seq desc limit 1) where organisation_id = :shop;

-- a top-up that nobody asked for → booking_has_its_key
insert into transfers select tenant_id, organisation_id, transfers + 1, parent_id, organisation_id, 1000000,
  'top_up', gen_random_uuid(), balance + 1000000, 'cash', '', organisation_id, now() from wallets where
  organisation_id = :shop;
update wallets set transfers = transfers + 1, balance = balance + 1000000 where organisation_id = :shop;

-- the day’s automatic credit was set back → auto_credit_counted
update auto_credit_rules set booked = 0;

-- the day of automatic credit begins later → auto_credit_counted
update auto_credit_rules r set booked = 0, booked_from = (select transfers from wallets where organisation_id =
  r.wallet_id);

-- a sale’s key is gone → sale_has_its_key
delete from transaction_keys where key = ((select s from sales s where s.id = :sale)).key;

-- a key leads to another sale → sale_has_its_key
update transaction_keys set cause_id = :other where key = ((select s from sales s where s.id = :sale)).key;

-- two sales share a key → sale_has_its_key
update sales set key = ((select s from sales s where s.id = :other)).key where id = :sale;

-- a key that sold is called given up → sale_has_its_key
update transaction_keys set operation = 'void' where key = ((select s from sales s where s.id = :sale)).key;

-- a key is somebody else’s → sale_has_its_key
update transaction_keys set user_id = gen_random_uuid() where key = ((select s from sales s where s.id =
  :sale)).key;

-- a key of a sale that never was → key_has_its_cause
insert into transaction_keys select tenant_id, gen_random_uuid(), operation, user_id, content, gen_random_uuid(),
  null, created_at from transaction_keys where key = ((select s from sales s where s.id = :sale)).key;

-- a booking’s answer says more → key_has_its_cause
update transaction_keys set answer = answer || jsonb_build_object('balance_after', (answer ->>
  'balance_after')::bigint + 10000) where key = (select key from transaction_keys where operation = 'booking' and
  answer is not null and answer ->> 'balance_before' <> answer ->> 'balance_after' order by key desc limit 1);

-- a booking never answered → key_has_its_cause
update transaction_keys set answer = null where key = (select key from transaction_keys where operation = 'booking'
  order by key desc limit 1);

-- a change of a limit is gone → key_has_its_cause
delete from credit_limit_changes where id = (select id from credit_limit_changes where wallet_id = :shop order by id
  desc limit 1);

-- a change of a limit that nobody asked for → limit_change_has_its_key
insert into credit_limit_changes select tenant_id, gen_random_uuid(), organisation_id, credit_limit, credit_limit,
  '', organisation_id, now() from wallets where organisation_id = :shop;

-- a request was approved without a booking → request_has_its_booking
update credit_requests set state = 'approved', decided_by = 'x', decided_at = now() where id = :waiting;

-- an approved request says more → request_has_its_booking
update credit_requests set amount = amount * 10 where id = :approved;

-- an approved request waits again → request_has_its_booking
update credit_requests set state = 'waiting', decided_at = null where id = :approved;

-- a basket’s key names another sale → key_has_its_cause
update transaction_keys set answer = jsonb_set(answer, '{sales,1}', to_jsonb(:sale::text))
 where operation = 'basket';

-- a basket’s key names no sale → key_has_its_cause
update transaction_keys set answer = null where operation = 'basket';
