-- a day’s figures of goods have a higher quantity → figures_equal_lines
update figures_of_goods set quantity = quantity + 1 where (organisation_id, span, since) = (select s.seller_id, 'day',
  (s.created_at at time zone 'Europe/Berlin')::date from sales s where s.id = :old);

-- a day’s figures of goods are deleted → figures_equal_lines
delete from figures_of_goods where (organisation_id, span, since) = (select s.seller_id, 'day', (s.created_at at time
  zone 'Europe/Berlin')::date from sales s where s.id = :old);

-- a day’s figures of goods have another cost → figures_equal_lines
update figures_of_goods set parent_bought_total = parent_bought_total + 1 where (organisation_id, span, since) =
  (select s.seller_id, 'day', (s.created_at at time zone 'Europe/Berlin')::date from sales s where s.id = :old);

-- totals to date are more than the sum of days → figures_to_date_add_up
update figures_to_date set sold_total = sold_total + 1 where (organisation_id, day) = (select s.seller_id,
  (s.created_at at time zone 'Europe/Berlin')::date from sales s where s.id = :old);

-- a shop has no totals to date on one day → figures_to_date_add_up
delete from figures_to_date where (organisation_id, day) = (select s.seller_id, (s.created_at at time zone
  'Europe/Berlin')::date from sales s where s.id = :old);

-- a day’s tally of transfers is higher → moved_equals_transfers
update moved_days set received_total = received_total + 1 where day = (select (s.created_at at time zone
  'Europe/Berlin')::date from sales s where s.id = :old);

-- a day’s tally of transfers differs from its figures → figures_equal_ledger
update moved_days set paid_total = paid_total + 1 where day = (select (s.created_at at time zone 'Europe/Berlin')::date
  from sales s where s.id = :old);

-- an hour’s figures above the shops are higher → figures_of_hours_add_up
update figures_of_hours set sold_total = sold_total + 1 where (organisation_id, at) = (select o.parent_id,
  date_trunc('hour', s.created_at, 'UTC') from sales s join organisations o on o.id = s.seller_id where s.id = :old);

-- a person’s totals to date are higher → figures_of_people_equal_lines
update people_to_date set quantity = quantity + 1 where (organisation_id, seller_id, user_id, day) = (
  select o.parent_id, s.seller_id, s.user_id, (s.created_at at time zone 'Europe/Berlin')::date from sales s join organisations o on
  o.id = s.seller_id where s.id = :old);

-- one person’s sales are counted for another → figures_of_people_equal_lines
update people_to_date set user_id = gen_random_uuid() where (organisation_id, seller_id, user_id, day) = (select
  o.parent_id, s.seller_id, s.user_id, (s.created_at at time zone 'Europe/Berlin')::date from sales s join organisations
  o on o.id = s.seller_id where s.id = :old);

-- the platform’s totals of a person are lower → figures_of_everybody_add_up
update people_to_date set face_total = face_total - 1 where (organisation_id, seller_id, user_id, day) = (select
  o.path[1], s.seller_id, s.user_id, (s.created_at at time zone 'Europe/Berlin')::date from sales s join organisations
  o on o.id = s.seller_id where s.id = :old);

-- totals to date of goods have a higher price → figures_of_goods_to_date_add_up
update goods_to_date set sold_total = sold_total + 1 where (organisation_id, configuration_id, day) = (select
  o.parent_id, s.configuration_id, (s.created_at at time zone 'Europe/Berlin')::date from sales s join organisations
  o on o.id = s.seller_id where s.id = :old);

-- goods have no totals to date on one day → figures_of_everybody_add_up
delete from goods_to_date where (organisation_id, configuration_id, day) = (select o.parent_id, s.configuration_id,
  (s.created_at at time zone 'Europe/Berlin')::date from sales s join organisations o on o.id = s.seller_id
  where s.id = :old);

-- a customer’s totals of a kind are higher → figures_of_kinds_add_up
update kinds_to_date set quantity = quantity + 1 where (organisation_id, customer_id, day) = (select o.parent_id,
  s.seller_id, (s.created_at at time zone 'Europe/Berlin')::date from sales s join organisations o on o.id = s.seller_id
  where s.id = :old);

-- all customers’ totals of a kind are lower → figures_of_kinds_add_up
update kinds_to_date set sold_total = sold_total - 1 where (organisation_id, customer_id, day) = (select o.parent_id,
  o.parent_id, (s.created_at at time zone 'Europe/Berlin')::date from sales s join organisations o on o.id = s.seller_id
  where s.id = :old);

-- a customer has no totals by kind on one day → figures_of_kinds_add_up
delete from kinds_to_date where (organisation_id, customer_id, day) = (select o.parent_id, s.seller_id,
  (s.created_at at time zone 'Europe/Berlin')::date from sales s join organisations o on o.id = s.seller_id
  where s.id = :old);

-- a name under which goods were sold is deleted → tallies_know_names
delete from sold_names where (configuration_id, product_name) = (select s.configuration_id, s.product_name from sales s
  where s.id = :old);
