-- What suppliers charge us for a day, and where it and our books say different things (docs/decisions/0052).

create table statements (
  tenant_id int not null,
  id uuid not null,
  connection_id uuid not null,
  day date not null,                           -- in Berlin, or as the supplier's own file calls it
  state text not null default 'waiting',
  source text not null default 'asked',
  said text not null default '',               -- why there is none yet
  leased_until timestamptz,                    -- who asks for it has it so long at most
  digest bytea,                                -- of its lines: the same ones are not compared again
  rows int not null default 0,
  theirs_total bigint not null default 0,
  ours_total bigint not null default 0,
  read_at timestamptz,
  read_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, connection_id, day),
  constraint statements_state check (state in ('waiting', 'read')),
  constraint statements_source check (source in ('asked', 'file')),
  constraint statements_read check ((state = 'read') = (read_at is not null)),
  constraint statements_connection foreign key (tenant_id, connection_id) references connections (tenant_id, id));
select place('statements', 'tenant');
select guard('statements');

create table statement_lines (
  tenant_id int not null,
  statement_id uuid not null,
  line int not null,
  connection_id uuid not null,
  day date not null,
  key uuid,                                    -- our reference, where the line has one
  supplier_reference text not null,
  cost bigint not null,
  is_reversal boolean not null,
  at timestamptz not null,
  primary key (tenant_id, statement_id, line),
  constraint statement_lines_statement foreign key (tenant_id, statement_id) references statements (tenant_id, id));
select place('statement_lines', 'tenant');
select guard('statement_lines');
create index statement_lines_of on statement_lines (tenant_id, connection_id, key) where key is not null;

-- A difference, once for what it is about: read again it opens no second one.
create table statement_cases (
  tenant_id int not null,
  id uuid not null,
  statement_id uuid not null,
  connection_id uuid not null,
  kind text not null,
  subject text not null,                       -- our reference, or the supplier's where we know none
  key uuid,                                    -- our order, where there is one
  theirs bigint not null,
  ours bigint not null,
  proposal text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, connection_id, kind, subject),
  constraint statement_cases_kind check (kind in ('missing', 'extra', 'amount', 'state', 'duplicate')),
  constraint statement_cases_proposal check (proposal in ('ask', 'claim', 'collect', 'give_back', 'end')),
  constraint statement_cases_closed check ((closed_at is null) = (closed_by is null)),
  constraint statement_cases_statement foreign key (tenant_id, statement_id) references statements (tenant_id, id));
select place('statement_cases', 'tenant');
select guard('statement_cases');
create index statement_cases_open on statement_cases (tenant_id, opened_at) where closed_at is null;

grant select, insert, update on statements, statement_cases to portal_app;
grant select, insert, delete on statement_lines to portal_app;
