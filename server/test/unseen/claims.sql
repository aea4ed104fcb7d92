-- Changes of claims that bypass the money functions, each with the finding that must report it. The owner of the
-- database runs and rolls back each (server/money/checks/tampering.test.ts); names after a colon are rows of the test’s
-- world.

-- a claim names another approver → claim_says_who
update reclamations set approved_by = gen_random_uuid() where id = :claim;

-- a claim has no approver → claim_says_who
update reclamations set approved_by = null where id = :claim;

-- a claim names another claimant → claim_says_who
update reclamations set claimed_by = gen_random_uuid() where id = :claiming;

-- a claim is assigned to somebody who never took it → claim_says_who
update reclamations set taken_by = gen_random_uuid() where id = :claiming;

-- the claimant is removed from the accounts behind a claim (hands) → claim_says_who
update reclamations set hands = '{}' where id = :claiming;

-- a claim was made at another time → claim_says_who
update reclamations set created_at = created_at - interval '1 day' where id = :claiming;

-- a step of a claim names another person → claim_says_who
update reclamation_steps set user_id = gen_random_uuid() where reclamation_id = :claim and step = 'approve';

-- a claim was accepted by another person than its refund → claim_says_who
update reclamation_steps set user_id = gen_random_uuid() where reclamation_id = :claim and step = 'accept';

-- a step begins in a state where no step ended → claim_says_its_steps
update reclamation_steps set from_state = 'rejected' where reclamation_id = :claim and step = 'accept';

-- a claim has another time of sale than its PIN → claim_is_of_its_pin
update reclamations set sold_at = sold_at - interval '1 year' where id = :claiming;

-- a claim names another supplier than its PIN → claim_is_of_its_pin
update reclamations set supplier_id = gen_random_uuid() where id = :claiming;

-- a claim names other goods than its PIN → claim_is_of_its_pin
update reclamations set configuration_id = gen_random_uuid() where id = :claiming;

-- a claim is deleted with its steps → claims_are_numbered
delete from reclamation_steps where reclamation_id = :claiming;
delete from reclamations where id = :claiming;

-- a claim has another number → claims_are_numbered
update reclamations set number = number + 1000 where id = :claiming;

-- the counter of claims is higher than the last claim → claims_are_numbered
update reclamation_numbers set last = last + 1;
