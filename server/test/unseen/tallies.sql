-- Changes of sums that used to be checked only every night or week; now the check of each minute looks at some of them
-- in turn. Each change has the finding that must report it.

-- a month’s figures of goods have a higher quantity → figures_of_months_add_up
update figures_of_goods set quantity = quantity + 1 where (organisation_id, span, since) = (select s.seller_id,
  'month', date_trunc('month', s.created_at at time zone 'Europe/Berlin')::date from sales s where s.id = :old);

-- a month’s figures of a batch have more sales → stock_tally_months_add_up
insert into stock_months (tenant_id, month, batch_no, configuration_id, sold, reclaimed) select 1, '2020-01-01',
  b.batch_no, b.configuration_id, 1, 0 from batches b where b.batch_no = :batch;

-- the amount to be billed of a month is higher → unbilled_adds_up
update billing_months set amount = amount + 1 where customer_id = :shop;

-- the amounts to be billed are deleted → unbilled_adds_up
delete from billing_months where customer_id = :shop;
