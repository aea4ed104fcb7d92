-- Changes of refunds and claims that bypass the money functions, each with the finding that must report it. The owner
-- of the database runs and rolls back each (server/money/checks/books.test.ts); names after a colon are rows of the test’s
-- world.

-- a refund has another price → refund_is_of_its_sale
update refunds set prices[1] = prices[1] + 100 where id = :refund;

-- a refund has another cost → refund_is_of_its_sale
update refunds set cost_total = cost_total + 1 where id = :refund;

-- a refund names another sale → refund_is_of_its_sale
update refunds set sale_id = :sale where id = :refund;

-- a refund is older than its sale → refund_is_of_its_sale
update refunds set created_at = created_at - interval '1 year' where id = :refund;

-- a refund covers two PINs → refunded_pin_is_dead
update refunds set quantity = 2 where id = :refund;

-- a refunded PIN is no longer marked as reclaimed → refunded_pin_is_dead
delete from reclaimed_pins where refund_id = :refund;

-- another PIN is marked as reclaimed instead → dead_pin_has_its_claim
update reclaimed_pins set seq = seq + 1 where refund_id = :refund;

-- a hop is missing from a refund’s chain → refund_paid_back_once
update refunds set chain = array[chain[1], chain[3]], prices = array[prices[1]] where id = :refund;

-- a refund’s transfer was raised → refund_paid_back_once
update transfers set amount = amount + 100 where cause_id = :refund and payer_id <> wallet_id and wallet_id = (
  select chain[1] from refunds where id = :refund);

-- a refund’s transfer has no refund → repayment_has_its_refund
update transfers set cause_id = gen_random_uuid() where cause_id = :refund and wallet_id = (
  select chain[1] from refunds where id = :refund);

-- a refund’s transfer names another person → repayment_has_its_refund
update transfers set created_by = gen_random_uuid() where cause_id = :refund and wallet_id = (
  select chain[1] from refunds where id = :refund);

-- a top-up is marked as a refund → repayment_has_its_refund
update transfers set kind = 'refund' where wallet_id = :shop and kind = 'top_up' and seq = (
  select max(seq) from transfers where wallet_id = :shop and kind = 'top_up');

-- an accepted claim is marked as rejected, and its refund stays → refund_has_its_claim
update reclamations set state = 'rejected' where id = :claim;

-- an open claim is marked as accepted → accepted_claim_has_its_refund
update reclamations set state = 'accepted' where id = :claiming;

-- a step of a claim is deleted → claim_says_its_steps
delete from reclamation_steps where reclamation_id = :claim and step = 'approve';

-- a claim’s last step has another state → claim_says_its_steps
update reclamation_steps set to_state = 'rejected' where reclamation_id = :claim and step = 'accept';

-- a claim names another sale’s PIN → claim_is_of_its_pin
update reclamations set sale_id = :sale where id = :claiming;

-- a claim names another shop → claim_is_of_its_pin
update reclamations set seller_id = :shop where id = :claiming;

-- a claim is decided by an organisation outside the sale’s chain → claim_is_of_its_pin
update reclamations set desk_id = :shop where id = :claiming;

-- a ticket is cancelled without a refund → cancelled_ticket_has_its_refund
insert into bus_bookings (tenant_id, key, seller_id, user_id, supplier_id, adults, children, bikes, trips, route,
  route_search, departs_at, price, discount, ends_at, held, created_at)
select 1, :livekey, h.seller_id, h.user_id, h.supplier_id, 1, 0, 0, '[]', '', '', now(), 1, 0, now(), '', now() from holds h
 where h.key = :livekey;
insert into bus_cancellations (tenant_id, key, id, terms, asked_by, asked_at, state, given, refund_id, ended_at)
values (1, :livekey, gen_random_uuid(), 1, gen_random_uuid(), now(), 'done', 1, gen_random_uuid(), now());

-- a claim’s refund is marked as a ticket’s → refund_has_its_claim
insert into bus_bookings (tenant_id, key, seller_id, user_id, supplier_id, adults, children, bikes, trips, route,
  route_search, departs_at, price, discount, ends_at, held, created_at)
select 1, :livekey, h.seller_id, h.user_id, h.supplier_id, 1, 0, 0, '[]', '', '', now(), 1, 0, now(), '', now() from holds h
 where h.key = :livekey;
insert into bus_cancellations (tenant_id, key, id, terms, asked_by, asked_at, state, given, refund_id, ended_at)
values (1, :livekey, gen_random_uuid(), 1, gen_random_uuid(), now(), 'done', 1, :refund, now());
