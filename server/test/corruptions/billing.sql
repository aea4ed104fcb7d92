-- the amount to be billed of a month is higher → unbilled_is_what_no_document_says
update billing_months set amount = amount + 1 where customer_id = :shop and month = (select date_trunc('month',
  s.created_at at time zone 'Europe/Berlin')::date from sales s where s.id = :old);

-- the amounts to be billed are deleted → unbilled_is_what_no_document_says
delete from billing_months where customer_id = :shop and month = (select date_trunc('month', s.created_at at time zone
  'Europe/Berlin')::date from sales s where s.id = :old);

-- the amounts to be billed have one more correction → unbilled_is_what_no_document_says
update billing_months set back_lines = back_lines + 1 where customer_id = :shop and month = (select
  date_trunc('month', s.created_at at time zone 'Europe/Berlin')::date from sales s where s.id = :old);

-- a month’s figures of a batch have more sales → stock_tally_months_add_up
insert into stock_months (tenant_id, month, batch_no, configuration_id, sold, reclaimed) select 1, '2020-01-01',
  b.batch_no, b.configuration_id, 1, 0 from batches b where b.batch_no = :batch;
