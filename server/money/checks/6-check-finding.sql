-- One finding of the money check: how many rows are wrong, and the name of one of them.
create type finding as (name text, wrong int, sample text);
