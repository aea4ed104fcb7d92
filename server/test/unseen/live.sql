-- Changes of holds and orders past their functions.

-- an order that the supplier took back is said to be delivered → order_says_its_case
update live_orders set state = 'delivered' where key = :reversed;

-- an order is said to be taken back, without a case → order_says_its_case
update live_orders set state = 'reversed' where key = :keyone;

-- the case of what was taken back is gone → order_says_its_case
delete from cases where key = :reversed;

-- the case of what was taken back is of another kind → order_says_its_case
update cases set kind = 'other_cost' where key = :reversed;

-- a case is of another order → order_says_its_case
update cases set key = :keyone where key = :reversed;

-- a case was opened before there was an order → order_says_its_case
update cases set opened_at = opened_at - interval '1 year' where key = :reversed;

-- the next question is for 2099 → order_is_asked_in_time
update live_orders set next_at = '2099-01-01' where key = :waitingkey;

-- somebody has an order until 2099 → order_is_asked_in_time
update live_orders set leased_until = '2099-01-01', leased_by = gen_random_uuid() where key = :waitingkey;

-- the second look at what was delivered is for 2099 → order_is_asked_in_time
update live_orders set next_at = '2099-01-01' where key = :keyone;

-- an order of a closed time is asked for in 2099 → order_is_asked_in_time
update live_orders set next_at = '2099-01-01' where key = :livekey;

-- two deliveries have changed their references → hold_names_its_order
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

-- an order is of another product than was asked for → hold_names_its_order
update live_orders set product_id = 'P2' where key = :keyone;

-- a hold was asked for at another time → hold_has_its_key
update holds set created_at = created_at - interval '1 minute' where key = :waitingkey;

-- a hold is of another person’s session → hold_has_its_key
update holds set session_id = (select s.session_id from sales s where s.id = :climbed) where key = :given;

-- a live sale’s total alone was changed → sale_prices_agree
update sales set amount_total = amount_total - 1 where id = :liveone;

-- an open live sale has another tax rate → sale_was_delivered
update sales set vat_rate = vat_rate + 100 where id = :liveone;

-- a hold given back was ended by nobody and for no reason → hold_says_its_end
update holds set reason = '' where key = :given;

-- an open live sale is taxed as something else → sale_was_delivered
update sales set vat_treatment = 'exempt' where id = :liveone;

-- an open live sale is taxed in another country → sale_was_delivered
update sales set vat_country = 'AT' where id = :liveone;

-- a live sale of a closed time has another tax rate → sale_was_delivered
update sales set vat_rate = 1900, vat_treatment = 'single_purpose_voucher', vat_country = 'DE' where key = :livekey;

-- a hold is taxed otherwise than its sale → sale_was_delivered
update holds set vat_rate = 1900, vat_treatment = 'single_purpose_voucher', vat_country = 'DE' where key = :keyone;

-- an open live sale and its hold have another tax than their goods → sale_is_taxed_as_its_goods
update holds set vat_rate = 1900, vat_treatment = 'single_purpose_voucher', vat_country = 'DE' where key = :keyone;
update sales set vat_rate = 1900, vat_treatment = 'single_purpose_voucher', vat_country = 'DE' where key = :keyone;

-- a live sale of a closed time and its hold have another tax than their goods → sale_is_taxed_as_its_goods
update holds set vat_treatment = 'exempt' where key = :livekey;
update sales set vat_treatment = 'exempt' where key = :livekey;

-- a live sale and its hold are taxed in another country than their goods → sale_is_taxed_as_its_goods
update holds set vat_country = 'AT' where key = :keyone;
update sales set vat_country = 'AT' where key = :keyone;

-- a live sale and its hold say another amount than was paid → sale_paid_once
update holds set prices = array[prices[1] - 100] || prices[2:], price_unit = price_unit - 100, amount_total = amount_total - 100 where key = :keyone;
update sales set prices = array[prices[1] - 100] || prices[2:], price_unit = price_unit - 100, amount_total = amount_total - 100 where key = :keyone;
