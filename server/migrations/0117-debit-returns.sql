-- Returns of direct debits, read from bank statements (docs/decisions/0097). They have a table of their own, because an older server would list a row of
-- bank_lines as an incoming transfer. A line of a collection is returned once, whichever files say so.
create table debit_returns (
  tenant_id int not null,
  id uuid not null,                            -- also the id of the booking that takes the payment back
  owner_id uuid not null,
  line_id uuid not null,
  booked_on date not null,
  fee bigint not null,                         -- what the bank debited beyond the line's amount
  reason text not null,                        -- the code of ISO 20022; blank if the bank gives none
  state text not null default 'open',
  taken_by text not null,
  taken_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  primary key (tenant_id, id),
  constraint debit_returns_once unique (tenant_id, line_id),
  -- by_hand: the payment cannot be taken back, or the bank debited an amount that is not the line's with a plausible fee.
  constraint debit_returns_state check (state in ('open', 'booked', 'by_hand')),
  constraint debit_returns_fee check (fee between 0 and 1000000),
  constraint debit_returns_owner foreign key (tenant_id, owner_id) references organisations (tenant_id, id),
  constraint debit_returns_line foreign key (tenant_id, line_id) references collection_lines (tenant_id, id));
select place('debit_returns', 'tenant');
select guard('debit_returns');
grant select, insert, update on debit_returns to portal_app;
