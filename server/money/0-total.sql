-- Sums amounts into a bigint, 0 for no rows. PostgreSQL's own sum of bigint is a numeric, and a report of ten
-- thousand customers spends a third of its time on converting numerics back.
create or replace aggregate total(bigint) (sfunc = int8pl, stype = bigint, initcond = '0');
