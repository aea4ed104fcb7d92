-- A case about many lines of a statement (docs/decisions/0071).
alter table statement_cases add column lines int not null default 1;
