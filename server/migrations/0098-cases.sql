-- One table for the cases of orders and of statements (docs/decisions/0082). The names of the two tables stay, as views:
-- a server of the version before that still runs reads and writes them. They go once none of them does.

-- Locked in the order in which readers and writers come to them.
lock table statements in share row exclusive mode;
lock table live_cases, statement_cases in access exclusive mode;

create table cases (
  tenant_id int not null,
  id uuid not null,
  kind text not null,
  statement_id uuid,                           -- null: the supplier said it of an order
  connection_id uuid,                          -- of a statement's case; an order has its own
  subject text not null default '',            -- of a statement's case: our reference, or the supplier's
  key uuid,                                    -- our order, where there is one
  said text not null default '',
  theirs bigint,                               -- what the supplier takes; null: it did not say
  ours bigint,                                 -- null: what the order's hold says
  proposal text,
  lines int not null default 1,                -- how many of the statement it is about
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, key, kind),
  unique (tenant_id, connection_id, kind, subject),
  constraint cases_kind check (case when statement_id is null
    then kind in ('late_delivery', 'late_refusal', 'other_cost', 'not_found', 'cost_unknown', 'other_delivery',
                  'same_reference')
    else kind in ('missing', 'extra', 'amount', 'state', 'duplicate', 'unread') end),
  constraint cases_about check (case when statement_id is null then key is not null
    else num_nulls(connection_id, theirs, ours, proposal) = 0 end),
  constraint cases_proposal check (proposal in ('ask', 'claim', 'collect', 'give_back', 'end')),
  constraint cases_closed check ((closed_at is null) = (closed_by is null)),
  constraint cases_order foreign key (tenant_id, key) references live_orders (tenant_id, key),
  constraint cases_statement foreign key (tenant_id, statement_id) references statements (tenant_id, id));
select place('cases', 'tenant');

-- All tenants at once: the owner reads past the second lock here, and the new table has it only below.
alter table live_cases no force row level security;
alter table statement_cases no force row level security;
insert into cases (tenant_id, id, kind, key, said, theirs, opened_at, closed_at, closed_by, reason)
select tenant_id, id, kind, key, said, cost, opened_at, closed_at, closed_by, reason from live_cases;
insert into cases (tenant_id, id, kind, statement_id, connection_id, subject, key, theirs, ours, proposal, lines,
                   opened_at, closed_at, closed_by, reason)
select tenant_id, id, kind, statement_id, connection_id, subject, key, theirs, ours, proposal, lines,
       opened_at, closed_at, closed_by, reason
  from statement_cases;
drop table live_cases, statement_cases;
delete from schema_placement where object in ('live_cases', 'statement_cases');

select guard('cases');
create index cases_opened on cases (tenant_id, opened_at);
create index cases_open on cases (tenant_id, opened_at) where closed_at is null;
create index cases_of_orders on cases (tenant_id, opened_at) where statement_id is null;
create index cases_of_statements on cases (tenant_id, statement_id) where statement_id is not null;

-- A case of an order moves with it, through the money functions only; the server itself writes those of statements.
grant select, insert, update (closed_at, closed_by, reason) on cases to portal_app;
create policy of_statements on cases as restrictive for insert to portal_app with check (statement_id is not null);

-- What servers of the version before read and write.
create view live_cases with (security_invoker = true) as
  select tenant_id, id, key, kind, said, theirs as cost, opened_at, closed_at, closed_by, reason
    from cases where statement_id is null;
create view statement_cases with (security_invoker = true) as
  select tenant_id, id, statement_id, connection_id, kind, subject, key, theirs, ours, proposal, opened_at, closed_at,
         closed_by, reason, lines
    from cases where statement_id is not null;
grant select, update (closed_at, closed_by, reason) on live_cases to portal_app;
grant select, insert, update (closed_at, closed_by, reason) on statement_cases to portal_app;
