-- Changes of the books that bypass the money functions, each with the finding that must report it. The owner of the
-- database runs and rolls back each (server/money/checks/books.test.ts); names after a colon are rows of the test’s world.

-- a sale has a higher quantity → sale_equals_its_pins
update sales set quantity = quantity + 1, amount_total = amount_total + price_unit where id = :sale;

-- a sale has no quantity, no amount and no PINs → sale_equals_its_pins
update sales set quantity = 0, amount_total = 0, ranges = '{}' where id = :sale;

-- a sale’s total was lowered → sale_prices_agree
update sales set amount_total = amount_total - 1 where id = :sale;

-- a sale’s discount was changed → sale_prices_agree
update sales set discount = discount + 100 where id = :sale;

-- a sale’s value was changed → sale_prices_agree
update sales set value = value * 2 where id = :sale;

-- the price of a hop was changed → sale_paid_once
update sales set prices[2] = prices[2] - 100 where id = :climbed;

-- a hop is missing from a sale’s chain → sale_climbs_the_tree
update sales set chain = array[chain[1], chain[3]], prices = array[prices[1]] where id = :climbed;

-- a sale names another shop → sale_has_its_buyer
update sales set seller_id = ((select s from sales s where s.id = :climbed)).seller_id where id = :sale;

-- a sale names another person → sale_has_its_buyer
update sales set user_id = ((select s from sales s where s.id = :climbed)).user_id where id = :sale;

-- a sale’s cost was changed → sale_cost_is_of_its_batches
update sales set cost_total = cost_total - 1 where id = :sale;

-- a sale’s range was moved → sale_equals_its_pins
update sales set ranges[2] = ranges[2] + 1 where id = :sale;

-- a sale’s range includes another sale’s PIN → sale_takes_only_its_pins
update sales set ranges[3] = ranges[3] + 1 where id = :other;

-- a sale names other goods → sale_is_of_its_goods
update sales set configuration_id = (select configuration_id from batches where batch_no = :spare) where id = :sale;

-- a sale is deleted → pin_has_its_sale
delete from sales where id = :sale;

-- a sale is deleted with the stamps of its PINs → payment_of_a_sale
delete from sales where id = :sale;
update pins set sale_id = null where sale_id = :sale;

-- a sale exists twice → sale_equals_its_pins
create temp table twice on commit drop as select * from sales where id = :sale;
-- The copy's id has the time of the sale. With another time it may lie in a closed period, which is checked only in its
-- turn.
update twice set id = overlay(id::text placing right(gen_random_uuid()::text, 22) from 15)::uuid;
insert into sales select * from twice;

-- a sale is marked as failed → sale_is_successful
update sales set status = 'failed' where id = :sale;

-- a sale has another balance → sale_says_its_balance
update sales set balance_before = balance_before + 100, balance_after = balance_after + 100 where id = :sale;

-- a reprint is deleted → copies_are_shown
delete from reveals where sale_id = :reprinted;

-- the count of copies was lowered → copies_are_shown
update sales set copies = 0 where id = :reprinted;

-- a used download is marked as unused → copies_are_shown
update sales set downloaded_at = null where id = :bulk;
