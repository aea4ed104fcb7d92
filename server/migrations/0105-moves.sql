-- Moving in (docs/decisions/0089): customers of another system with opening balances and prices, made by the server row by row. The
-- rows stay as the report of what the files said; what is personal in them goes when the customer is made.
create table moves (
  tenant_id int not null,
  id uuid not null,
  organisation_id uuid not null,
  user_id uuid not null,
  asked_by jsonb not null,                     -- who began it and from where, as the audit log names it
  content bytea not null,                      -- the digest of the files, for a repeated request
  remarks text not null,
  state text not null default 'running',
  claimed_until timestamptz not null,          -- a server is at work; another goes on afterwards
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by text not null default '',
  primary key (tenant_id, id),
  constraint moves_organisation foreign key (tenant_id, organisation_id) references organisations (tenant_id, id),
  constraint moves_state check (state in ('running', 'done', 'undone')),
  constraint moves_undone check ((state = 'undone') = (undone_at is not null)));
select place('moves', 'tenant');
select guard('moves');
create unique index moves_running on moves (tenant_id, organisation_id) where state = 'running';
create index moves_newest on moves (tenant_id, organisation_id, id desc);

create table move_rows (
  tenant_id int not null,
  move_id uuid not null,
  row int not null,
  customer_id uuid not null,                   -- the id that the customer gets, and the key of its limit
  balance_key uuid not null,                   -- the key of its opening balance
  name text not null,
  username text not null,
  customer jsonb,                              -- what it is made from; null once it is dealt with
  balance bigint not null,
  credit_limit bigint not null,
  prices jsonb not null,
  outcome text not null default 'open',
  code text not null default '',
  balance_state text,                          -- null: there was nothing to book
  limit_state text,
  price_state text,
  primary key (tenant_id, move_id, row),
  constraint move_rows_move foreign key (tenant_id, move_id) references moves (tenant_id, id),
  constraint move_rows_outcome check (outcome in ('open', 'made', 'refused')));
select place('move_rows', 'tenant');
select guard('move_rows');
grant select, insert, update on moves, move_rows to portal_app;
