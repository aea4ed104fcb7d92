-- Reclamations (docs/decisions/0033): a sold PIN is claimed, decided step by step, and paid back at most once.

-- How many claims there were: the next one's number.
create table reclamation_numbers (
  tenant_id int primary key,
  last int not null);
select place('reclamation_numbers', 'tenant');
select guard('reclamation_numbers');

create table reclamations (
  tenant_id int not null,
  id uuid not null,                            -- UUIDv7: its order is the order of time
  number int not null,                         -- what people call it
  state text not null default 'new',
  sale_id uuid not null,
  batch_no int not null,
  seq int not null,
  seller_id uuid not null,
  owner_id uuid not null,
  desk_id uuid not null,                       -- who decides: first the shop's parent, then up to the owner of the goods
  configuration_id uuid not null,
  supplier_id uuid not null,
  reason text not null,
  remarks text not null default '',
  claimed_by uuid not null,
  hands uuid[] not null,                       -- everybody who may be behind that account (docs/decisions/0019)
  sold_at timestamptz not null,
  due_at timestamptz,                          -- until when the supplier takes it back; null: it has set no time
  steps int not null default 0,                -- how many there were: the next one's number
  taken_by uuid,                               -- the person who looks after it …
  taken_name text not null default '',
  approved_by uuid,                            -- … and the one who agreed
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, id),
  constraint reclamations_number unique (tenant_id, number),
  constraint reclamations_state
    check (state in ('new', 'in_review', 'in_progress', 'approved', 'accepted', 'rejected')),
  constraint reclamations_sale foreign key (tenant_id, sale_id) references sales (tenant_id, id),
  constraint reclamations_pin foreign key (tenant_id, batch_no, seq) references pins (tenant_id, batch_no, seq));
select place('reclamations', 'tenant');
select guard('reclamations');
-- A PIN has at most one claim open.
create unique index reclamations_open on reclamations (tenant_id, batch_no, seq)
  where state not in ('accepted', 'rejected');
create index reclamations_of_seller on reclamations (tenant_id, seller_id, id);
create index reclamations_of_desk on reclamations (tenant_id, desk_id, id);
create index reclamations_of_supplier on reclamations (tenant_id, supplier_id, id)
  where state not in ('accepted', 'rejected');
create index reclamations_of_sale on reclamations (tenant_id, sale_id);
create index reclamations_of_batch on reclamations (tenant_id, batch_no);

-- What happened to a claim, by whom and when. A message is a step that leaves the state as it is.
create table reclamation_steps (
  tenant_id int not null,
  reclamation_id uuid not null,
  no int not null,
  step text not null,
  from_state text not null,
  to_state text not null,
  organisation_id uuid not null,
  user_id uuid not null,
  name text not null,                          -- as the person was called then
  note text not null default '',
  proof jsonb,                                 -- what says that the claim is right
  created_at timestamptz not null,
  primary key (tenant_id, reclamation_id, no),
  constraint reclamation_steps_of foreign key (tenant_id, reclamation_id) references reclamations (tenant_id, id));
select place('reclamation_steps', 'tenant');
select guard('reclamation_steps');

create table reclamation_files (
  tenant_id int not null,
  id uuid not null,
  reclamation_id uuid not null,
  name text not null,
  type text not null,
  sealed bytea not null,
  user_id uuid not null,
  person text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint reclamation_files_type check (type in ('image/webp', 'application/pdf')),
  constraint reclamation_files_of foreign key (tenant_id, reclamation_id) references reclamations (tenant_id, id));
select place('reclamation_files', 'tenant');
select guard('reclamation_files');
create index reclamation_files_of_one on reclamation_files (tenant_id, reclamation_id, id);

-- A PIN that was paid back is dead: it keeps its sale, is never in stock again, and is paid back once for ever.
create table reclaimed_pins (
  tenant_id int not null,
  batch_no int not null,
  seq int not null,
  refund_id uuid not null,
  primary key (tenant_id, batch_no, seq),
  constraint reclaimed_pins_refund foreign key (tenant_id, refund_id) references refunds (tenant_id, id),
  constraint reclaimed_pins_pin foreign key (tenant_id, batch_no, seq) references pins (tenant_id, batch_no, seq));
select place('reclaimed_pins', 'tenant');
select guard('reclaimed_pins');
create index reclaimed_pins_of_refund on reclaimed_pins (tenant_id, refund_id);

-- Moved by functions only, which know who may do what; a file is no step.
grant select on reclamation_numbers, reclamations, reclamation_steps, reclamation_files, reclaimed_pins to portal_app;
grant insert on reclamation_files to portal_app;

-- How many days after the sale a supplier takes a PIN back; 0: it has set no time.
alter table suppliers add column reclaim_days int not null default 0 check (reclaim_days between 0 and 3650);

-- A file that goes with a mail, sealed as its text is.
alter table messages add column attachment bytea, add column attachment_name text not null default '';
