-- Money functions may be called by the server's own role only. In a database cluster each function is registered to run
-- on the node with its tenant's rows.
revoke execute on all functions in schema public from public;
grant execute on all functions in schema public to portal_app;
revoke execute on function place(regclass, text), place_function(text, text), place_functions(), in_plpgsql(oid),
  guard(regclass) from portal_app;
select place_functions();
