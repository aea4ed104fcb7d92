-- Documents: numbered without gaps, never changed once they are made (docs/decisions/0030).

-- How far a series of numbers has come. A restore begins a new circle: numbers it forgot may be on paper already.
create table document_series (
  tenant_id int not null,
  owner_id uuid not null,
  kind text not null,
  series text not null,                        -- what is counted apart within the kind: a year, a till
  circle int not null,
  last_number bigint not null default 0,
  primary key (tenant_id, owner_id, kind, series, circle),
  constraint document_series_owner foreign key (tenant_id, owner_id) references organisations (tenant_id, id));
select place('document_series', 'tenant');
select guard('document_series');

create table documents (
  tenant_id int not null,
  id uuid not null,
  key uuid not null,                           -- the same key is the same document
  owner_id uuid not null,                      -- who issues it
  kind text not null,
  series text not null,
  circle int not null,
  number bigint not null check (number > 0),
  snapshot jsonb not null check (jsonb_typeof(snapshot) = 'object'),
  previous bytea not null,                     -- the hash of the document one number before; empty for the first
  hash bytea not null,                         -- over everything above
  created_at timestamptz not null,
  created_by uuid,
  primary key (tenant_id, id),
  constraint documents_key unique (tenant_id, key),
  constraint documents_number unique (tenant_id, owner_id, kind, series, circle, number),
  constraint documents_series foreign key (tenant_id, owner_id, kind, series, circle)
    references document_series (tenant_id, owner_id, kind, series, circle));
select place('documents', 'tenant');
select guard('documents');

-- Made by put_document only: the server's own role cannot spend a number without a document.
grant select on document_series, documents to portal_app;
