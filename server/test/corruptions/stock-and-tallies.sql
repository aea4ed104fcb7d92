-- Changes of the books that bypass the money functions, each with the finding that must report it. The owner of the
-- database runs and rolls back each (server/money/checks/books.test.ts); names after a colon are rows of the test’s world. A
-- stretch is a part of a batch that is sold in turn; its head, a row of queue_heads, says which PIN is next.

-- a sold PIN has no stamp → sale_equals_its_pins
update pins set sale_id = null where batch_no = ((select s from sales s where s.id = :sale)).ranges[1] and seq =
  ((select s from sales s where s.id = :sale)).ranges[2];

-- two sales have swapped a PIN → sale_takes_only_its_pins
update pins set sale_id = case when sale_id = :sale then :other else :sale end::uuid where (batch_no = ((select s
  from sales s where s.id = :sale)).ranges[1] and seq = ((select s from sales s where s.id = :sale)).ranges[2]) or
  (batch_no = ((select s from sales s where s.id = :other)).ranges[1] and seq = ((select s from sales s where s.id =
  :other)).ranges[2]);

-- an import has a higher count → stock_moves_are_the_stock
update stock_moves set quantity = quantity + 1 where batch_no = :batch and no = 1;

-- an import is deleted → stock_moves_are_the_stock
delete from stock_moves where batch_no = :batch and no = 1;

-- the record of a blocked PIN is deleted → stock_moves_are_the_stock
delete from stock_moves where batch_no = :spare and kind = 'blocked';

-- a day’s tally of a batch is lower than its sales → stock_tally_equals_sales
update stock_days set sold = sold - 1 where batch_no = :batch and day = (select min(day) from stock_days where batch_no
  = :batch);

-- an unsold PIN has a stamp → pin_has_its_sale
update pins set sale_id = :sale where batch_no = :spare and seq = 30;

-- a queue head was moved back → head_equals_stamps
update queue_heads set next_seq = next_seq - 1 where batch_no = :batch and stripe = (select min(stripe) from
  queue_heads where batch_no = :batch and next_seq < end_seq);

-- a queue head skips PINs → head_equals_stamps
update queue_heads set next_seq = next_seq + 1 where batch_no = :batch and stripe = (select min(stripe) from
  queue_heads where batch_no = :batch and next_seq < end_seq);

-- a stretch ends too early → heads_tile_the_batch
update queue_heads set end_seq = end_seq - 1 where batch_no = :batch and stripe = (select min(stripe) from
  queue_heads where batch_no = :batch and next_seq < end_seq);

-- a stretch reaches beyond its batch → heads_tile_the_batch
update queue_heads set end_seq = end_seq + 1 where batch_no = :batch;

-- two stretches overlap → heads_tile_the_batch
insert into queue_heads (tenant_id, configuration_id, batch_no, stripe, first_seq, next_seq, end_seq, is_published,
  cost_unit, buying_discount) select tenant_id, configuration_id, batch_no, 99, next_seq, next_seq, end_seq, true,
  cost_unit, buying_discount from queue_heads where batch_no = :batch and stripe = (select min(stripe) from
  queue_heads where batch_no = :batch and next_seq < end_seq);

-- a stretch is deleted → heads_tile_the_batch
delete from queue_heads where batch_no = :spare;

-- a stretch is sold beyond its end → head_is_of_its_batch
update queue_heads set next_seq = end_seq + 1 where batch_no = :batch;

-- stock that is held back is on sale → head_is_of_its_batch
update queue_heads set is_published = true, held_published = true where batch_no = :batch;

-- a stretch has a lower cost → head_is_of_its_batch
update queue_heads set cost_unit = cost_unit - 1 where batch_no = :batch;

-- a stretch names other goods → head_is_of_its_batch
update queue_heads set configuration_id = (select configuration_id from batches where batch_no = :spare), stripe =
  stripe + 50 where batch_no = :batch;

-- an unsold PIN is deleted → batch_has_its_pins
delete from pins where batch_no = :spare and seq = 30;

-- a PIN was added to a batch → batch_has_its_pins
insert into pins (tenant_id, batch_no, seq, hash, last4) values (1, :spare, 999, 'x', 'xxxx');

-- a batch has a higher count → batch_has_its_pins
update batches set quantity = quantity + 1 where batch_no = :spare;

-- a sealed block is deleted → pins_are_sealed
delete from pin_blocks where batch_no = :spare and block = 1;

-- a block is not sealed → pins_are_sealed
update pin_blocks set sealed = '' where batch_no = :spare and block = 1;

-- a finished batch is marked as being imported again → heads_tile_the_batch
update batches set state = 'importing' where batch_no = :spare;

-- a blocked PIN was unblocked by hand → blocked_pins_have_their_place
update pins set is_blocked = false where batch_no = :spare;

-- a PIN on sale was blocked by hand → blocked_pins_have_their_place
update pins set is_blocked = true where batch_no = :spare and seq = 30;

-- the count of customers is too high → customers_counted
update customer_counts set customers = customers + 1;

-- a suspended customer is counted as active → customers_counted
update customer_counts set active = active + 1;

-- the count of customers’ own prices is wrong → customers_counted
update customer_counts set own_prices = own_prices + 1;

-- a day’s tally of sales is higher → sold_tally_equals_sales
update sold_days set quantity = quantity + 1 where (day, configuration_id) = (select day, configuration_id from
  sold_days order by 1 desc, 2 limit 1);

-- a day’s tally of sales is deleted → sold_tally_equals_sales
delete from sold_days where day = (select max(day) from sold_days);

-- a day’s tally of bookings is doubled → booked_tally_equals_bookings
update booked_days set bookings = bookings * 2, amount = amount * 2 where day = (select max(day) from booked_days);

-- a wallet’s tally of bookings is higher → booked_tallies_agree
update booked_wallets set amount = amount + 1 where (wallet_id, kind) = (select wallet_id, kind from booked_wallets
  order by 1, 2 limit 1);

-- a tally runs ahead of the closing → tallies_are_closed
update tallied set until = (select sealed from closings where tenant_id = 1) + interval '1 day' where name = 'sold';

-- a sale of a closed period has another product name → closed_period_is_unchanged
update sales set product_name = 'x' where id = :old;

-- a sale of a closed period has another time → closed_period_is_unchanged
update sales set created_at = created_at + interval '1 hour' where id = :old;

-- a sale of a closed period has another price in all its rows → sale_paid_once
update sales set discount = 0, price_unit = value, prices[1] = value, amount_total = value * quantity,
  balance_before = balance_after + value * quantity where id = :old;

-- a payment of a closed period has another remark → closed_period_is_unchanged
update transfers set remarks = 'x' where cause_id = :old;

-- a PIN of a closed period has another serial → closed_period_is_unchanged
update pins set serial = 'x' where batch_no = ((select s from sales s where s.id = :old)).ranges[1] and seq =
  ((select s from sales s where s.id = :old)).ranges[2];

-- a PIN of a closed period is taken from its sale → sale_equals_its_pins
update pins set sale_id = null where batch_no = ((select s from sales s where s.id = :old)).ranges[1] and seq =
  ((select s from sales s where s.id = :old)).ranges[2];

-- a sale of a closed period is deleted with all its rows → closed_period_is_unchanged
delete from transfers where cause_id = :old;
delete from transaction_keys where cause_id = :old;
update pins set sale_id = null where sale_id = :old;
delete from sales where id = :old;

-- a key of a closed period names something else → closed_period_is_unchanged
update transaction_keys set content = 'x' where cause_id = :old;

-- a proven period does not follow the one before → closed_periods_follow
insert into proven_periods select tenant_id, until - interval '1 hour', until - interval '2 hours', 0, '0',
  proven_at from proven_periods limit 1;

-- a proof was made up → closed_period_is_unchanged
update proven_periods set checksum = '0';

-- totals of stock to date are higher on one day → stock_tally_to_date_adds_up
update stock_to_date set sold = sold + 1 where (day, configuration_id) = (select (s.created_at at time zone
  'Europe/Berlin')::date, s.configuration_id from sales s where s.id = :old);

-- goods have no totals of stock on one day → stock_tally_to_date_adds_up
delete from stock_to_date where (day, configuration_id) = (select (s.created_at at time zone 'Europe/Berlin')::date,
  s.configuration_id from sales s where s.id = :old);
