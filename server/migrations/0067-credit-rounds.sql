-- A run of credit that books a round (docs/decisions/0062): whose it is, and the id of the proposals it came from. An
-- organisation has one round under way at a time, whoever of its people began it.
alter table credit_runs add column organisation_id uuid;
alter table credit_runs add column round_id uuid;
create unique index credit_rounds_open on credit_runs (tenant_id, organisation_id) where round_id is not null and done < total;
