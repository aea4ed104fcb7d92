-- PIN stock. A batch is one imported file; its PINs have dense numbers; queue heads say how far they are sold (docs/decisions/0003).

create table batch_numbers (
  tenant_id int primary key,
  last int not null);
select place('batch_numbers', 'tenant');
select guard('batch_numbers');

create table batches (
  tenant_id int not null,
  batch_no int not null,
  owner_id uuid not null,
  configuration_id uuid not null,
  supplier_id uuid not null,
  lot text not null default '',
  filename text not null default '',
  file_hash bytea not null,
  buying_discount int not null,
  quantity int not null default 0,
  state text not null default 'importing',
  data_key bytea not null,                     -- wrapped by the master key, which is not in the database
  expires_on date,                             -- the earliest of its PINs
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, batch_no),
  constraint batches_state check (state in ('importing', 'ready')),
  constraint batches_configuration foreign key (tenant_id, configuration_id) references configurations (tenant_id, id),
  constraint batches_supplier foreign key (tenant_id, supplier_id) references suppliers (tenant_id, id));
select place('batches', 'tenant');
select guard('batches');
create unique index batches_file on batches (tenant_id, file_hash);
create index batches_of_configuration on batches (tenant_id, configuration_id, batch_no);

-- Without an index on sale_id: a sale stamps its PINs in place (HOT), and finds them again by its ranges.
create table pins (
  tenant_id int not null,
  batch_no int not null,
  seq int not null,
  hash bytea not null,                         -- keyed, 16 bytes: finds duplicates, tells nothing
  serial text not null default '',
  last4 text not null,
  sale_id uuid,
  is_blocked boolean not null default false,
  primary key (tenant_id, batch_no, seq)) with (fillfactor = 85);
select place('pins', 'tenant');
select guard('pins');
create unique index pins_hash on pins (tenant_id, hash);

-- The codes themselves: sixteen consecutive PINs sealed together with AES-256-GCM (docs/decisions/0005).
create table pin_blocks (
  tenant_id int not null,
  batch_no int not null,
  block int not null,                          -- seq / 16
  sealed bytea not null,
  primary key (tenant_id, batch_no, block));
select place('pin_blocks', 'tenant');
select guard('pin_blocks');

-- A stretch [next_seq, end_seq) of a batch still to sell. Many stripes, so that many sales take at once.
create table queue_heads (
  tenant_id int not null,
  configuration_id uuid not null,
  batch_no int not null,
  stripe smallint not null,
  first_seq int not null,
  next_seq int not null,
  end_seq int not null,
  is_published boolean not null,
  expires_on date,
  cost_unit bigint not null,                   -- what one PIN cost its owner
  taken_at timestamptz,                        -- the last sale from it: "taken a moment ago" is not "sold out"
  primary key (tenant_id, configuration_id, batch_no, stripe),
  constraint queue_heads_range check (next_seq between first_seq and end_seq)) with (fillfactor = 20);
select place('queue_heads', 'tenant');
select guard('queue_heads');

-- A file on its way in: steps, settings and findings; the file itself lies encrypted outside the database.
create table uploads (
  tenant_id int not null,
  id uuid not null,
  owner_id uuid not null,
  created_by uuid not null,
  configuration_id uuid not null,
  filename text not null,
  file_key bytea not null,                     -- wrapped key of the encrypted file
  file_hash bytea not null,
  file_bytes bigint not null,
  step text not null,
  settings jsonb not null,
  rows_total int not null default 0,
  rows_done int not null default 0,
  accepted int not null default 0,
  errors int not null default 0,
  warnings int not null default 0,
  found jsonb not null default '[]',
  fatal text,
  batch_no int,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint uploads_step check (step in ('uploaded', 'checking', 'checked', 'importing', 'imported', 'cancelled', 'failed')),
  constraint uploads_configuration foreign key (tenant_id, configuration_id) references configurations (tenant_id, id));
select place('uploads', 'tenant');
select guard('uploads');
create index uploads_open on uploads (tenant_id, owner_id, created_at) where step not in ('imported', 'cancelled');

create table upload_findings (
  tenant_id int not null,
  upload_id uuid not null,
  row int not null,
  finding text not null,
  level text not null,
  cells text[] not null,                       -- as a person may see them: PINs masked
  detail jsonb not null default '{}',
  primary key (tenant_id, upload_id, row, finding),
  constraint upload_findings_upload foreign key (tenant_id, upload_id) references uploads (tenant_id, id) on delete cascade);
select place('upload_findings', 'tenant');
select guard('upload_findings');
