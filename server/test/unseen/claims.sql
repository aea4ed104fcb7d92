-- Changes of claims past the function that moves them.

-- a claim was approved by somebody else → claim_says_who
update reclamations set approved_by = gen_random_uuid() where id = :claim;

-- nobody approved a claim → claim_says_who
update reclamations set approved_by = null where id = :claim;

-- a claim was made by somebody else → claim_says_who
update reclamations set claimed_by = gen_random_uuid() where id = :claiming;

-- a claim is taken by somebody who never took it → claim_says_who
update reclamations set taken_by = gen_random_uuid() where id = :claiming;

-- whoever claimed is none of the hands behind a claim → claim_says_who
update reclamations set hands = '{}' where id = :claiming;

-- a claim was made at another time → claim_says_who
update reclamations set created_at = created_at - interval '1 day' where id = :claiming;

-- a step was done by somebody else → claim_says_who
update reclamation_steps set user_id = gen_random_uuid() where reclamation_id = :claim and step = 'approve';

-- a claim was accepted by somebody other than who paid it back → claim_says_who
update reclamation_steps set user_id = gen_random_uuid() where reclamation_id = :claim and step = 'accept';

-- a step begins where none ended → claim_says_its_steps
update reclamation_steps set from_state = 'rejected' where reclamation_id = :claim and step = 'accept';

-- a claim is of a PIN sold at another time → claim_is_of_its_pin
update reclamations set sold_at = sold_at - interval '1 year' where id = :claiming;

-- a claim goes to another supplier → claim_is_of_its_pin
update reclamations set supplier_id = gen_random_uuid() where id = :claiming;

-- a claim is of other goods → claim_is_of_its_pin
update reclamations set configuration_id = gen_random_uuid() where id = :claiming;

-- a claim is gone with its steps → claims_are_numbered
delete from reclamation_steps where reclamation_id = :claiming;
delete from reclamations where id = :claiming;

-- a claim has another number → claims_are_numbered
update reclamations set number = number + 1000 where id = :claiming;

-- claims are counted further → claims_are_numbered
update reclamation_numbers set last = last + 1;
