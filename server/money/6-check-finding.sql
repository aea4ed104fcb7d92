-- One finding of the money check: how many rows do not fit, and one of them by name.
create type finding as (name text, wrong int, sample text);
