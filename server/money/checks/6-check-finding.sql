-- One finding of the money check: the name of the check, the number of wrong rows, and the name of one wrong row.
create type finding as (name text, wrong int, sample text);
