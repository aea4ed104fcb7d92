-- A cashier who takes over a till by a code has a till of their own there, as everybody has who signs in (0034). So
-- their account knows the browser, but only by the code: it does not count as a browser in which they have entered
-- their password.
alter table devices_known add column by_code boolean not null default false;
