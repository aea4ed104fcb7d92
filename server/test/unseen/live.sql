-- Changes of holds and orders that bypass the money functions, each with the finding that must report it. The owner
-- of the database runs and rolls back each (server/money/checks/tampering.test.ts); names after a colon are rows of the
-- test’s world.

-- an order that the supplier took back is marked as delivered → order_says_its_case
update live_orders set state = 'delivered' where key = :reversed;

-- an order is marked as taken back without a case → order_says_its_case
update live_orders set state = 'reversed' where key = :keyone;

-- the case of an order taken back is deleted → order_says_its_case
delete from cases where key = :reversed;

-- the case of an order taken back has another kind → order_says_its_case
update cases set kind = 'other_cost' where key = :reversed;

-- a case names another order → order_says_its_case
update cases set key = :keyone where key = :reversed;

-- a case was opened before its order → order_says_its_case
update cases set opened_at = opened_at - interval '1 year' where key = :reversed;

-- the supplier is next asked about an open order in 2099 → order_is_asked_in_time
update live_orders set next_at = '2099-01-01' where key = :waitingkey;

-- an order is leased until 2099 → order_is_asked_in_time
update live_orders set leased_until = '2099-01-01', leased_by = gen_random_uuid() where key = :waitingkey;

-- the second check of a delivered order is planned for 2099 → order_is_asked_in_time
update live_orders set next_at = '2099-01-01' where key = :keyone;

-- the supplier is next asked about an order of a closed period in 2099 → order_is_asked_in_time
update live_orders set next_at = '2099-01-01' where key = :livekey;

-- two deliveries have swapped their references → hold_names_its_order
update holds h set reference = o.reference from holds o
 where h.key in (:keyone, :keytwo) and o.key in (:keyone, :keytwo) and o.key <> h.key;

-- an order has another name at its supplier → hold_names_its_order
update live_orders set supplier_reference = 'x' where key = :keyone;

-- an order ended at another time than its hold → hold_names_its_order
update live_orders set ended_at = ended_at + interval '1 hour' where key = :keyone;

-- an order was made at another time than its hold → hold_names_its_order
update live_orders set created_at = created_at - interval '1 hour' where key = :keyone;

-- an order was sent before it was made → hold_names_its_order
update live_orders set sent_at = created_at - interval '1 hour' where key = :keyone;

-- an order names another product than its hold → hold_names_its_order
update live_orders set product_id = 'P2' where key = :keyone;

-- a hold was made at another time than its key → hold_has_its_key
update holds set created_at = created_at - interval '1 minute' where key = :waitingkey;

-- a hold names another person’s session → hold_has_its_key
update holds set session_id = (select s.session_id from sales s where s.id = :climbed) where key = :given;

-- only the total of a live sale was changed → sale_prices_agree
update sales set amount_total = amount_total - 1 where id = :liveone;

-- an open live sale has another tax rate → sale_was_delivered
update sales set vat_rate = vat_rate + 100 where id = :liveone;

-- a hold given back has neither person nor reason → hold_says_its_end
update holds set reason = '' where key = :given;

-- an open live sale has another tax treatment → sale_was_delivered
update sales set vat_treatment = 'exempt' where id = :liveone;

-- an open live sale has another tax country → sale_was_delivered
update sales set vat_country = 'AT' where id = :liveone;

-- a live sale of a closed period has another tax → sale_was_delivered
update sales set vat_rate = 1900, vat_treatment = 'single_purpose_voucher', vat_country = 'DE' where key = :livekey;

-- a hold has another tax than its sale → sale_was_delivered
update holds set vat_rate = 1900, vat_treatment = 'single_purpose_voucher', vat_country = 'DE' where key = :keyone;

-- an open live sale and its hold have another tax than their goods → sale_is_taxed_as_its_goods
update holds set vat_rate = 1900, vat_treatment = 'single_purpose_voucher', vat_country = 'DE' where key = :keyone;
update sales set vat_rate = 1900, vat_treatment = 'single_purpose_voucher', vat_country = 'DE' where key = :keyone;

-- a live sale of a closed period and its hold have another tax than their goods → sale_is_taxed_as_its_goods
update holds set vat_treatment = 'exempt' where key = :livekey;
update sales set vat_treatment = 'exempt' where key = :livekey;

-- a live sale and its hold are taxed in another country than their goods → sale_is_taxed_as_its_goods
update holds set vat_country = 'AT' where key = :keyone;
update sales set vat_country = 'AT' where key = :keyone;

-- a live sale and its hold have another amount than was paid → sale_paid_once
update holds set prices = array[prices[1] - 100] || prices[2:], price_unit = price_unit - 100, amount_total = amount_total - 100 where key = :keyone;
update sales set prices = array[prices[1] - 100] || prices[2:], price_unit = price_unit - 100, amount_total = amount_total - 100 where key = :keyone;
