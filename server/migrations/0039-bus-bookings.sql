-- Bus tickets (docs/decisions/0047). A booking is one transaction key from its reservation to its ticket, so whatever is
-- repeated of it is the same booking. What opens it at the supplier, and who travels, is sealed.

create table bus_bookings (
  tenant_id int not null,
  key uuid not null,                           -- its transaction key, and our reference at the supplier
  seller_id uuid not null,
  user_id uuid not null,
  supplier_id uuid not null,
  adults int not null,
  children int not null,
  bikes int not null,
  trips jsonb not null,                        -- as they are held: the way there and, where there is one, the way back
  route text not null,
  route_search text not null,
  departs_at timestamptz not null,
  price bigint not null,                       -- for everyone, less the voucher
  discount bigint not null,
  is_filled boolean not null default false,    -- all passengers are named
  ends_at timestamptz not null,                -- how long the seats are held, by our clock
  held bytea not null,                         -- sealed: what opens the reservation at the supplier
  places jsonb not null default '[]',          -- the supplier's own names of the seats
  passengers bytea,                            -- sealed
  payment_id text,                             -- what is committed at the supplier
  ordered bytea,                               -- sealed: what opens the order; written before the hold is posted
  ticket bytea,                                -- sealed: what is printed
  created_at timestamptz not null,
  primary key (tenant_id, key),
  constraint bus_bookings_party check (adults > 0 and children >= 0 and bikes >= 0),
  constraint bus_bookings_price check (price >= 0 and discount >= 0),
  constraint bus_bookings_supplier foreign key (tenant_id, supplier_id) references suppliers (tenant_id, id));
select place('bus_bookings', 'tenant');
select guard('bus_bookings');
create index bus_bookings_of_shop on bus_bookings (tenant_id, seller_id, created_at);
grant select, insert, update on bus_bookings to portal_app;

-- What was asked to be cancelled, and what it gave back. Written before the supplier is asked.
create table bus_cancellations (
  tenant_id int not null,
  key uuid not null,
  id uuid not null,                            -- the cause of its refund
  terms bigint not null,                       -- what the supplier said it would give back, in cash
  asked_by uuid not null,
  asked_at timestamptz not null,               -- the last time; nobody else asks meanwhile
  state text not null default 'asked',
  given bigint,                                -- what it gave back
  refund_id uuid,                              -- null with nothing given
  ended_at timestamptz,
  primary key (tenant_id, key),
  constraint bus_cancellations_state check (case state
    when 'asked' then num_nonnulls(given, refund_id, ended_at) = 0
    when 'done' then num_nonnulls(given, ended_at) = 2 and (given > 0) = (refund_id is not null)
    else false end),
  constraint bus_cancellations_booking foreign key (tenant_id, key) references bus_bookings (tenant_id, key));
select place('bus_cancellations', 'tenant');
select guard('bus_cancellations');
create unique index bus_cancellations_refund on bus_cancellations (tenant_id, refund_id) where refund_id is not null;
-- That it is done, and the money, is the function's.
grant select, insert, delete, update (terms, asked_by, asked_at) on bus_cancellations to portal_app;
