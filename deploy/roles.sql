-- Creates the two roles of README's Settings. The superuser of a new PostgreSQL runs this once, as the compose file
-- does. The role of the server gets its deadlines here, because a pooler
-- does not pass on those that a client sets. Passwords come from the environment, never from this file.
\getenv owner_password PORTAL_OWNER_PASSWORD
\getenv app_password PORTAL_APP_PASSWORD
create role portal_owner login nosuperuser nocreatedb nocreaterole nobypassrls password :'owner_password';
create role portal_app login nosuperuser nocreatedb nocreaterole nobypassrls password :'app_password';
alter role portal_app set statement_timeout = '15s';
alter role portal_app set lock_timeout = '3s';
alter role portal_app set idle_in_transaction_session_timeout = '10s';
alter role portal_app set plan_cache_mode = 'force_generic_plan';
alter role portal_app set jit = 'off';
create database portal owner portal_owner;
revoke all on database portal from public;
grant connect on database portal to portal_app;
