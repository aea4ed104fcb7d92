-- a day of goods was sold more often → figures_equal_lines
update figures_of_goods set quantity = quantity + 1 where (organisation_id, span, since) = (select s.seller_id, 'day',
  (s.created_at at time zone 'Europe/Berlin')::date from sales s where s.id = :old);

-- a day of goods is gone → figures_equal_lines
delete from figures_of_goods where (organisation_id, span, since) = (select s.seller_id, 'day', (s.created_at at time
  zone 'Europe/Berlin')::date from sales s where s.id = :old);

-- a day of goods cost its owner another amount → figures_equal_lines
update figures_of_goods set parent_bought_total = parent_bought_total + 1 where (organisation_id, span, since) =
  (select s.seller_id, 'day', (s.created_at at time zone 'Europe/Berlin')::date from sales s where s.id = :old);

-- what stands to date is more than its days → figures_to_date_add_up
update figures_to_date set sold_total = sold_total + 1 where (organisation_id, day) = (select s.seller_id,
  (s.created_at at time zone 'Europe/Berlin')::date from sales s where s.id = :old);

-- a shop does not stand on one day → figures_to_date_add_up
delete from figures_to_date where (organisation_id, day) = (select s.seller_id, (s.created_at at time zone
  'Europe/Berlin')::date from sales s where s.id = :old);

-- the ledger of a day moved more → moved_equals_transfers
update moved_days set received_total = received_total + 1 where day = (select (s.created_at at time zone
  'Europe/Berlin')::date from sales s where s.id = :old);

-- a day’s ledger is not its figures → figures_equal_ledger
update moved_days set paid_total = paid_total + 1 where day = (select (s.created_at at time zone 'Europe/Berlin')::date
  from sales s where s.id = :old);

-- an hour above the shops sold more → figures_of_hours_add_up
update figures_of_hours set sold_total = sold_total + 1 where (organisation_id, at) = (select o.parent_id,
  date_trunc('hour', s.created_at, 'UTC') from sales s join organisations o on o.id = s.seller_id where s.id = :old);
