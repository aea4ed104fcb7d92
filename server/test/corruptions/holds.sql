-- Changes of the books that bypass the money functions, each with the finding that must report it. The owner of the
-- database runs and rolls back each (server/money/checks/books.test.ts); names after a colon are rows of the test’s world.

-- a wallet has more held money than its holds → held_equals_open_holds
update wallets set held = held + 10000 where organisation_id = :shop;

-- a wallet has no held money despite an open hold → held_equals_open_holds
update wallets set held = 0 where organisation_id = :shop;

-- an open hold is deleted → held_equals_open_holds
alter table live_orders drop constraint live_orders_hold;
delete from holds where key = :held;

-- an open hold and its held money are deleted → key_has_its_cause
alter table live_orders drop constraint live_orders_hold;
delete from holds where key = :held;
update wallets set held = 0 where organisation_id = :shop;

-- a hold ended without releasing its money → held_equals_open_holds
update holds set state = 'void', ended_at = now() where key = :held;

-- a released hold is open again → held_equals_open_holds
update holds set state = 'open', ended_at = null, reason = '' where key = :given;

-- a hold has a higher quantity → hold_adds_up
update holds set quantity = quantity + 1 where key = :held;

-- a hold has a lower total → hold_adds_up
update holds set amount_total = amount_total - 1 where key = :held;

-- a hold and its wallet have less held money → hold_adds_up
update holds set prices[1] = prices[1] - 100 where key = :held;
update wallets set held = held - 100 where organisation_id = :shop;

-- a hop is missing from a hold’s chain → hold_adds_up
update holds set chain = array[chain[1], chain[3]], prices = array[prices[1]] where key = :livekey;

-- a hold’s key is deleted → hold_has_its_key
delete from transaction_keys where key = :held;

-- a hold names another person → hold_has_its_key
update holds set user_id = gen_random_uuid() where key = :held;

-- a hold’s key is marked as a sale from stock → hold_has_its_key
update transaction_keys set operation = 'sale' where key = :held;

-- an open hold has a delivery → hold_says_its_end
alter table holds drop constraint holds_ended;
update holds set reference = 'x' where key = :held;

-- a released hold has no time of its end → hold_says_its_end
alter table holds drop constraint holds_ended;
update holds set ended_at = null where key = :given;

-- a delivery is not sealed → hold_says_its_end
update holds set payload = '1234' where key = :livekey;

-- a hold names another sale → hold_became_its_sale
update holds set sale_id = :sale where key = :livekey;

-- a live sale is deleted → hold_became_its_sale
delete from sales where id = :live;

-- a live sale has a lower cost than its hold → sale_was_delivered
update sales set cost_total = cost_total - 1 where id = :live;

-- a live sale has another value than its hold → sale_was_delivered
update sales set value = value * 2 where id = :live;

-- the hold of a live sale is not posted → sale_was_delivered
alter table live_orders drop constraint live_orders_hold;
delete from holds where key = :livekey;

-- a sale from stock has no PIN numbers → sale_was_delivered
update sales set ranges = '{}' where id = :sale;

-- a live sale has PIN numbers → sale_has_its_key
update sales set ranges = array[:batch, 0, 1] where id = :live;

-- a live sale’s key is marked as a sale from stock → sale_has_its_key
update transaction_keys set operation = 'sale' where key = :livekey;

-- a delivery of a closed period has another supplier reference → closed_period_is_unchanged
update holds set reference = 'x' where key = :livekey;

-- a hold’s order is deleted → hold_has_its_order
delete from live_orders where key = :held;

-- a hold was released while its order is still open → hold_has_its_order
update live_orders set state = 'manual', ended_at = null where key = :given;

-- an open hold’s order is marked as delivered → hold_has_its_order
update live_orders set state = 'delivered', ended_at = now() where key = :held;

-- the supplier is never asked about the order of an open hold again → hold_has_its_order
alter table live_orders drop constraint live_orders_asked;
update live_orders set next_at = null where key = :held;

-- a hold’s order names another connection → hold_has_its_order
alter table live_orders drop constraint live_orders_connection;
update live_orders set connection_id = gen_random_uuid() where key = :livekey;
