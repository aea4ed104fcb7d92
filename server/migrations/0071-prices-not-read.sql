-- Prices of suppliers that cannot be read, and deliveries of something else (docs/decisions/0071).
alter table live_cases drop constraint live_cases_kind;
alter table live_cases add constraint live_cases_kind
  check (kind in ('late_delivery', 'late_refusal', 'other_cost', 'not_found', 'cost_unknown', 'other_delivery'));

alter table statement_lines alter column cost drop not null;   -- null: what the line says of it cannot be read
alter table statement_cases drop constraint statement_cases_kind;
alter table statement_cases add constraint statement_cases_kind
  check (kind in ('missing', 'extra', 'amount', 'state', 'duplicate', 'unread'));
