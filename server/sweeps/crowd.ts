// Makes one signed-in user for each person of the access table, by inserting organisations, users and sessions into the database.
import { flags, type Role } from '../../contract/kit/access.ts'
import { VIEW_MINUTES } from '../../contract/people/support.ts'
import { newId } from '../kit/ids.ts'
import { HOST, type World } from '../test/world.ts'
import { people } from './access-table.ts'
import type { Asker } from './raw-calls.ts'

const TENANT = 1
const PLATFORM_HOST = 'platform.localhost'

type Organisation = { tenant_id: number; id: string; host: string }

/** Two people with further restrictions: the server (http/admit.ts) refuses them some calls that the rule allows. */
export const IN_VIEW = 'web_support in a view'
export const PASSWORD_NEW = 'manager with a password somebody else set'

/**
 * Makes the people of access-table.ts and the two above. Returns the headers that sign each of them in, by the person's name; the anonymous person has no
 * headers.
 */
export async function crowd(w: World): Promise<Map<string, Asker>> {
  const platform = await theRoot(w, 0)
  const root = await theRoot(w, TENANT)
  const bare: Record<Role, Organisation> = {
    superadmin: { tenant_id: 0, id: platform, host: PLATFORM_HOST },
    reseller: await addOrganisation(w, root, 'reseller', []),
    seller: await addOrganisation(w, root, 'seller', []),
    web_support: await addOrganisation(w, root, 'reseller', []),
  }
  const full = await addOrganisation(w, root, 'reseller', flags)
  const shop = await addOrganisation(w, root, 'seller', flags)
  const support = await addUser(w, bare.superadmin, false, [], true)
  await asOwner(w, 0, 'update sessions set view_tenant_id = $2, view_organisation_id = $3, view_until = $4 where tenant_id = 0 and user_id = $1', [
    support.user_id,
    TENANT,
    full.id,
    new Date(w.clock.now().getTime() + VIEW_MINUTES * 60_000),
  ])
  const newcomer = await addUser(w, full, true, [], false)
  await asOwner(w, TENANT, `update users set must_change_password = true where tenant_id = ${TENANT} and id = $1`, [newcomer.user_id])
  const askers = new Map<string, Asker>([
    ['anonymous', { host: HOST, headers: {} }],
    [IN_VIEW, support],
    [PASSWORD_NEW, newcomer],
  ])
  for (const { name, actor } of people)
    if (actor)
      askers.set(
        name,
        await addUser(
          w,
          actor.flags.length === 0 ? bare[actor.role] : actor.role === 'seller' ? shop : full,
          actor.is_manager,
          actor.flags,
          actor.role === 'web_support',
        ),
      )
  return askers
}

async function theRoot(w: World, tenant_id: number): Promise<string> {
  const [row] = await w.db.read(tenant_id, (q) =>
    q.query<{ id: string }>(`select id from organisations where tenant_id = $1 and kind = 'platform'`, [tenant_id]),
  )
  if (!row) throw new Error('no platform')
  return row.id
}

async function asOwner(w: World, tenant_id: number, text: string, values: unknown[]): Promise<void> {
  const client = await w.owner.connect()
  try {
    await client.query(`begin; set local app.tenant = '${tenant_id}'`)
    await client.query(text, values)
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function addOrganisation(w: World, root: string, kind: string, itsFlags: readonly string[]): Promise<Organisation> {
  const id = newId()
  const values = [TENANT, id, root, kind, [root, id], id, itsFlags, w.clock.now()]
  await asOwner(
    w,
    TENANT,
    'insert into organisations (tenant_id, id, parent_id, kind, path, name, name_search, flags, enable_web_view, created_at) values ($1, $2, $3, $4, $5, $6, $6, $7, true, $8)',
    values,
  )
  await w.db.call({ name: 'open_wallet', text: 'select open_wallet($1, $2)', values: [TENANT, id] })
  return { tenant_id: TENANT, id, host: HOST }
}

async function addUser(
  w: World,
  { tenant_id, id: organisation_id, host }: Organisation,
  is_manager: boolean,
  itsFlags: readonly string[],
  is_web_support: boolean,
): Promise<Asker & { user_id: string }> {
  const user_id = newId()
  const values = [tenant_id, user_id, organisation_id, is_manager ? 0 : 1, is_web_support, itsFlags, w.clock.now(), user_id]
  await asOwner(
    w,
    tenant_id,
    `insert into users (tenant_id, id, organisation_id, username, password_hash, internal_role, is_web_support, flags, created_at) values ($1, $2, $3, $8, '', $4, $5, $6, $7)`,
    values,
  )
  return { ...(await signInAs(w, tenant_id, user_id, host)), user_id }
}

/** Opens a session without a password check, because the sweeps sign in often. */
export async function signInAs(w: World, tenant_id: number, user_id: string, host: string): Promise<Asker> {
  const asked = { tenant_id, user_id, chosen_tenant_id: tenant_id === 0 ? TENANT : null, address: '' }
  const { token, cookie } = await w.db.write(tenant_id, (q) => w.services.sessions.open(q, asked))
  return { host, headers: { authorization: `Bearer ${token}`, cookie: `portal_session=${cookie}` } }
}
