-- Simulators of the demo world are called by a name; each portal runs its own at ports of its own. Until now all of them had the
-- same six ports, which are replaced here by the names.
alter table connections no force row level security;
update connections c
   set base_url = replace(c.base_url, s.was, s.is_now),
       settings = replace(c.settings::text, s.was, s.is_now)::jsonb,
       version = c.version + 1
  from (values ('http://127.0.0.1:4811', 'http://dt-one.simulator.localhost'),
               ('http://127.0.0.1:4812', 'http://flixbus.simulator.localhost'),
               ('http://127.0.0.1:4813', 'http://soft-api.simulator.localhost'),
               ('http://127.0.0.1:4814', 'http://pj-telesoft.simulator.localhost'),
               ('http://127.0.0.1:4815', 'http://paysafecard.simulator.localhost'),
               ('http://127.0.0.1:4816', 'http://reloadly.simulator.localhost')) s(was, is_now)
 where c.is_sandbox and c.base_url ~ ('^' || replace(s.was, '.', '\.') || '(/|$)');
alter table connections force row level security;
