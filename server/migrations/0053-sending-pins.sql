-- PINs sent by message (docs/decisions/0061): which sale's, under which key, in which message, as which showing of the
-- sale, and the words the customer agreed to. One message may hold the PINs of a basket.
create table pin_sendings (
  tenant_id int not null,
  key uuid not null,                               -- of the transaction key: the same press sends once
  sale_id uuid not null,
  organisation_id uuid not null,
  user_id uuid not null,
  message_id uuid not null,
  reveal_id uuid not null,
  consent smallint not null,                       -- the number of the words that were shown …
  consent_language text not null,                  -- … and their language
  created_at timestamptz not null,
  primary key (tenant_id, key, sale_id),
  constraint pin_sendings_sale foreign key (tenant_id, sale_id) references sales (tenant_id, id),
  constraint pin_sendings_message foreign key (tenant_id, message_id) references messages (tenant_id, id),
  constraint pin_sendings_reveal foreign key (tenant_id, reveal_id) references reveals (tenant_id, id));
select place('pin_sendings', 'tenant');
select guard('pin_sendings');
create index pin_sendings_of_sale on pin_sendings (tenant_id, sale_id);
create index pin_sendings_of_shop on pin_sendings (tenant_id, organisation_id, created_at);
create index pin_sendings_of_reveal on pin_sendings (tenant_id, reveal_id);
grant select, insert on pin_sendings to portal_app;
