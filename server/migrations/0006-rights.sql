-- What the server's own role may do: read, and write the back office's tables. Money and stock move through functions only; the codes are
-- not even readable.
grant usage on schema public to portal_app;
grant select on all tables in schema public to portal_app;
revoke select on pin_blocks, transaction_keys from portal_app;
grant insert, update on users, sessions, login_attempts, suppliers, products, configurations, plans, plan_entries, assigned_products, favourites, uploads, upload_findings to portal_app;
grant delete on login_attempts, plan_entries, assigned_products, favourites, uploads, upload_findings to portal_app;
grant insert on pins, pin_blocks, batches to portal_app;
