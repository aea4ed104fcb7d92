-- The bank's credit of a collection settles the collection's lines (docs/decisions/0097).
alter table collections
  add booked_on date,                          -- the day of the latest credit; null as long as the bank has credited nothing
  -- Also keeps an older server from giving up a collection that the bank has credited.
  add constraint collections_booked check (booked_on is null or state = 'under_way');

-- settled: the bank has credited the line. The payment of its invoice has the line's id; without a payment the line is cleared by hand.
alter table collection_lines
  drop constraint collection_lines_state,
  add constraint collection_lines_state check (state in ('under_way', 'cancelled', 'settled'));

alter table bank_lines
  add collection_id uuid,                      -- the collection that the transfer credits
  -- Not valid: no row has a collection yet, and rows of all tenants cannot be looked at.
  add constraint bank_lines_collection foreign key (tenant_id, collection_id) references collections (tenant_id, id) not valid,
  drop constraint bank_lines_target,
  add constraint bank_lines_target
    check ((state in ('booking', 'booked')) = (customer_id is not null or collection_id is not null)),
  add constraint bank_lines_collection_alone
    check (collection_id is null or (state = 'booked' and customer_id is null));
