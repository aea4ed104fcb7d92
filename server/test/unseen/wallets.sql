-- Changes of wallets, bookings and limits that bypass the money functions, each with the finding that must report it.
-- The owner of the database runs and rolls back each (server/money/checks/tampering.test.ts); names after a colon are rows
-- of the test’s world.

-- a top-up has another payment method → booking_is_as_asked
update transfers set payment_mode = 'card' where cause_id = (select cause_id from transaction_keys where key = :approved);

-- an approved request has another payment method → booking_is_as_asked
update credit_requests set payment_mode = 'card' where id = :approved;

-- an approved request names another requester → request_has_its_booking
update credit_requests set asked_by = gen_random_uuid() where id = :approved;

-- an approved request names nobody as its approver → request_has_its_booking
update credit_requests set decided_by = '' where id = :approved;

-- a request was decided before it was asked → request_has_its_booking
update credit_requests set decided_at = asked_at - interval '1 day' where id = :approved;

-- a change of a limit has another earlier limit → limit_changes_follow
update credit_limit_changes set limit_before = limit_before + 10000 where id = (select id from credit_limit_changes
  where wallet_id = :shop order by created_at desc, id desc limit 1);

-- a wallet has its former credit limit → limit_changes_follow
update wallets set credit_limit = 7000000 where organisation_id = :shop;

-- a correction names another booking → correction_is_of_its_booking
update corrections set corrects = corrects - 1 where wallet_id = :shop and corrects = :wrong;

-- a correction names no booking → correction_is_of_its_booking
delete from corrections where wallet_id = :shop and corrects = :wrong;

-- the day of automatic credit is in 2099 → auto_credit_counted
update auto_credit_rules set booked_on = '2099-01-01', booked = 0 where wallet_id = :shop;

-- credit given by one person is counted for 2099 → limit_day_is_not_ahead
insert into credit_given (tenant_id, customer_id, user_id, day, amount)
values (1, :shop, gen_random_uuid(), '2099-01-01', 1);

-- a loss below cost is counted for 2099 → limit_day_is_not_ahead
insert into below_cost_days (tenant_id, customer_id, day, amount) values (1, :shop, '2099-01-01', 1)
on conflict (tenant_id, customer_id) do update set day = '2099-01-01';

-- a customer has another place in the tree → organisation_stands_in_its_tree
update organisations set path = array[path[1], path[cardinality(path)]] where id = (select chain[1] from sales where id = :climbed);
