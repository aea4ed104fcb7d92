-- What is looked at once more, and what is held until a person has looked (docs/decisions/0071).
alter table live_cases drop constraint live_cases_kind;
alter table live_cases add constraint live_cases_kind check (kind in ('late_delivery', 'late_refusal', 'other_cost',
  'not_found', 'cost_unknown', 'other_delivery', 'same_reference'));

alter table live_products
  add column is_held boolean not null default false;   -- it became so much dearer that a person has to say yes
