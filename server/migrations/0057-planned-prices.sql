-- Changes of prices that hold from a day (docs/decisions/0065): kept as they were asked for, and made when their day has come.
create table planned_prices (
  tenant_id int not null,
  id uuid not null,
  organisation_id uuid not null,               -- whose guard it is: the owner of the plan, or who sets the customers' prices
  setters uuid[] not null,                     -- everybody who sells at these prices
  plan_id uuid,                                -- the plan whose entries change
  kind text not null,
  name text not null,                          -- the plan's, or the first customers'
  input jsonb not null,                        -- what was asked for, as by its own call
  below jsonb not null default '[]',           -- prices below cost that a second person has agreed to
  valid_from date not null,                    -- from its first minute in Berlin
  tell_till boolean not null,
  tell_mail boolean not null,
  mailed_at timestamptz,
  entered_by jsonb not null,                   -- the person with address and device, as their own log rows have them
  entered_name text not null,
  entered_at timestamptz not null,
  state text not null default 'coming',
  why text,                                    -- why it is held
  ended_at timestamptz,
  primary key (tenant_id, id),
  constraint planned_prices_kind check (kind in ('plan_prices', 'own_prices')),
  constraint planned_prices_state check (state in ('coming', 'held', 'in_force', 'taken_back')),
  constraint planned_prices_organisation foreign key (tenant_id, organisation_id) references organisations (tenant_id, id));
select place('planned_prices', 'tenant');
select guard('planned_prices');
create index planned_prices_due on planned_prices (tenant_id, valid_from, id) where state = 'coming';
create index planned_prices_of on planned_prices (tenant_id, organisation_id, id);
grant select, insert, update on planned_prices to portal_app;
