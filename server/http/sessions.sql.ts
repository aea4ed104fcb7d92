// Queries about sessions: the look-up of many together, with everything that decides their users' rights, and the note that sessions are in use.
import { ORGANISATION } from '../kit/actor.ts'

/** SQL: the device that the session's browser is paired with. A browser is recognised by its secret, which is the same for all users who sign in there. */
const PAIRED = `
  (select d.id from devices d
     join devices_known mine on mine.tenant_id = :tenant_id and mine.id = s.device_id
      and mine.secret_hash = d.browser_hash
    where d.tenant_id = :tenant_id and d.customer_id = o.id and d.status = 'assigned')`

const TILL_BARRED = `
  case when not o.devices_only then null
       when ${PAIRED} is null then 'device_not_assigned'
       when o.terminal_id <> '' and o.terminal_state = 'inactive' then 'terminal_inactive' end`

export const FIND = `
  select s.token_hash, s.cookie_hash, s.id as session_id, s.device_id as browser_id, s.user_id, s.chosen_tenant_id,
         s.view_tenant_id, s.view_organisation_id, s.view_until, s.is_key, s.is_training, s.address,
         s.created_at, s.last_seen_at, s.ended_at, nullif(s.ends_at, 'infinity') as ends_at, s.by_code, s.locked_at,
         u.username, u.full_name, u.internal_role, u.is_web_support, u.flags as user_flags, u.language,
         u.is_active as user_active, u.must_change_password,
         ${ORGANISATION}, ${TILL_BARRED} as till_barred, ${PAIRED} as paired_device_id, o.lock_minutes
    from sessions s
    join users u on u.tenant_id = :tenant_id and u.id = s.user_id
    join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
    left join organisations parent on parent.tenant_id = :tenant_id and parent.id = o.parent_id
   where s.tenant_id = :tenant_id and s.token_hash = any (:hashes::bytea[])`

export const FIND_VIEWED = `
  select ${ORGANISATION}
    from organisations o left join organisations parent on parent.tenant_id = :tenant_id and parent.id = o.parent_id
   where o.tenant_id = :tenant_id and o.id = :view_organisation_id and o.enable_web_view`

/** SQL: stores that sessions are in use. Rows are locked in the order of their ids, so that two servers never deadlock on the same sessions. */
export const TOUCH = `
  with touched as (
    update devices d set last_seen_at = (select max(at) from unnest(:used_at::timestamptz[]) as at)
      from (select id from devices
             where tenant_id = :tenant_id and browser_hash = any (array(
                     select k.secret_hash from sessions s
                       join devices_known k on k.tenant_id = :tenant_id and k.id = s.device_id
                      where s.tenant_id = :tenant_id and s.id = any (:session_ids::uuid[])))
             order by id for no key update skip locked) seen
     where d.tenant_id = :tenant_id and d.id = seen.id)
  update sessions s set last_seen_at = greatest(s.last_seen_at, used.at),
         address = case when s.is_key then used.address else s.address end
    from (select id from sessions where tenant_id = :tenant_id and id = any (:session_ids::uuid[]) order by id
           for no key update) seen
    join unnest(:session_ids::uuid[], :used_at::timestamptz[], :used_from::text[]) as used(id, at, address)
      on used.id = seen.id
   where s.tenant_id = :tenant_id and s.id = seen.id`
