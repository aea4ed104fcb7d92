-- Changes of the books past the money functions, each with the finding that must report it. Run by the owner of the
-- database and rolled back (server/money/books.test.ts); names after a colon are rows of the test’s world.

-- a wallet holds more than its holds → held_equals_open_holds
update wallets set held = held + 10000 where organisation_id = :shop;

-- a wallet forgot what it holds → held_equals_open_holds
update wallets set held = 0 where organisation_id = :shop;

-- an open hold is gone → held_equals_open_holds
alter table live_orders drop constraint live_orders_hold;
delete from holds where key = :held;

-- an open hold is gone with what it held → key_has_its_cause
alter table live_orders drop constraint live_orders_hold;
delete from holds where key = :held;
update wallets set held = 0 where organisation_id = :shop;

-- a hold ended without giving back → held_equals_open_holds
update holds set state = 'void', ended_at = now() where key = :held;

-- what was given back is held again → held_equals_open_holds
update holds set state = 'open', ended_at = null, reason = '' where key = :given;

-- a hold is of more → hold_adds_up
update holds set quantity = quantity + 1 where key = :held;

-- a hold says a lower total → hold_adds_up
update holds set amount_total = amount_total - 1 where key = :held;

-- a hold holds less, with its wallet → hold_adds_up
update holds set prices[1] = prices[1] - 100 where key = :held;
update wallets set held = held - 100 where organisation_id = :shop;

-- somebody was left out on a hold’s way up → hold_adds_up
update holds set chain = array[chain[1], chain[3]], prices = array[prices[1]] where key = :livekey;

-- a hold’s key is gone → hold_has_its_key
delete from transaction_keys where key = :held;

-- a hold is somebody else’s → hold_has_its_key
update holds set user_id = gen_random_uuid() where key = :held;

-- a hold’s key is said to have sold → hold_has_its_key
update transaction_keys set operation = 'sale' where key = :held;

-- an open hold names what was delivered → hold_says_its_end
alter table holds drop constraint holds_ended;
update holds set reference = 'x' where key = :held;

-- a hold was given back at no time → hold_says_its_end
alter table holds drop constraint holds_ended;
update holds set ended_at = null where key = :given;

-- what was delivered is not sealed → hold_says_its_end
update holds set payload = '1234' where key = :livekey;

-- a hold became another sale → hold_became_its_sale
update holds set sale_id = :sale where key = :livekey;

-- a live sale is gone → hold_became_its_sale
delete from sales where id = :live;

-- a live sale cost less than was held → sale_was_delivered
update sales set cost_total = cost_total - 1 where id = :live;

-- a live sale is of another value → sale_was_delivered
update sales set value = value * 2 where id = :live;

-- a live sale was never delivered → sale_was_delivered
alter table live_orders drop constraint live_orders_hold;
delete from holds where key = :livekey;

-- a sale lost the numbers of its PINs → sale_was_delivered
update sales set ranges = '{}' where id = :sale;

-- a live sale says it took PINs → sale_has_its_key
update sales set ranges = array[:batch, 0, 1] where id = :live;

-- a live sale’s key sold something else → sale_has_its_key
update transaction_keys set operation = 'sale' where key = :livekey;

-- an old delivery has another name at its supplier → closed_period_is_unchanged
update holds set reference = 'x' where key = :livekey;

-- a hold’s order is gone → hold_has_its_order
delete from live_orders where key = :held;

-- a hold was given back, and its order is still open → hold_has_its_order
update live_orders set state = 'manual', ended_at = null where key = :given;

-- an open hold’s order says that it was delivered → hold_has_its_order
update live_orders set state = 'delivered', ended_at = now() where key = :held;

-- nobody asks for what is held any more → hold_has_its_order
alter table live_orders drop constraint live_orders_asked;
update live_orders set next_at = null where key = :held;

-- a hold’s order went to somebody else → hold_has_its_order
alter table live_orders drop constraint live_orders_connection;
update live_orders set connection_id = gen_random_uuid() where key = :livekey;
