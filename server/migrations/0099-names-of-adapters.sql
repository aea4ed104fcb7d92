-- Which adapters there are is said once, in the contract (contract/kit/adapters.ts), so that a new one needs no migration;
-- here a name has the form of a code.
alter table connections drop constraint connections_adapter;
alter table connections add constraint connections_adapter check (adapter ~ '^[a-z][a-z0-9_]{1,39}$');
