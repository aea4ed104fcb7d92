-- The sum of amounts as an amount. PostgreSQL's own sum of bigint is a numeric, and a report of ten thousand customers
-- spends a third of its time on turning those back; of no rows this one is 0.
create or replace aggregate total(bigint) (sfunc = int8pl, stype = bigint, initcond = '0');
