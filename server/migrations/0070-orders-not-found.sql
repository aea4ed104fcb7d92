-- A case of an order that its supplier no longer finds (docs/decisions/0071).
alter table live_cases drop constraint live_cases_kind;
alter table live_cases add constraint live_cases_kind
  check (kind in ('late_delivery', 'late_refusal', 'other_cost', 'not_found'));
