-- Changes of sales and tills that bypass the money functions, each with the finding that must report it. The owner of
-- the database runs and rolls back each (server/money/checks/tampering.test.ts); names after a colon are rows of the test’s
-- world.

-- a card payment of an open shift is marked as cash → sale_was_paid_as_given
update sale_payments set kind = 'cash' where sale_id = :bycard;

-- the payment of a sale in an open shift is deleted → sale_was_paid_as_given
delete from sale_payments where sale_id = :bycard;

-- two equal sales are swapped between a Z and the open shift → z_lines_are_of_its_shift
update shift_lines set line_id = :bycard where line_id = :other;

-- a sale has another tax rate → sale_is_taxed_as_its_goods
update sales set vat_rate = 1900, vat_treatment = 'single_purpose_voucher' where id = :sale;

-- a sale has another tax country → sale_is_taxed_as_its_goods
update sales set vat_country = 'AT' where id = :sale;

-- a key was made at another time than its sale → sale_has_its_key
update transaction_keys set created_at = created_at - interval '1 day' where key = (select key from sales where id = :sale);

-- a sale, its payment and its key have another time → sale_has_its_key
update transaction_keys set created_at = created_at - interval '2 days' where key = (select key from sales where id = :sale);
update transfers set created_at = created_at - interval '2 days' where cause_id = :sale;
update sales set created_at = created_at - interval '2 days' where id = :sale;

-- a reprint names another person → copies_are_shown
update reveals set user_id = gen_random_uuid() where sale_id = :reprinted;

-- a reprint was made before its sale → copies_are_shown
update reveals set created_at = created_at - interval '1 day' where sale_id = :reprinted;

-- a sale’s discount has no source → sale_prices_agree
update sales set price_source = 'none' where id = :sale;

-- shifts are counted only from next year on → shift_counting_has_begun
update tenants set shifts_since = now() + interval '1 year' where tenant_id = 1;
