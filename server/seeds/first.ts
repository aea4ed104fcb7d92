// The first data of a real portal: the platform, its first manager, and the first tenant with the host at which its resellers and shops sign in.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { internalRole } from '../../contract/kit/access.ts'
import { fold } from '../../contract/kit/fold.ts'
import { hostName } from '../http/hosts.ts'
import { newId } from '../kit/ids.ts'
import { hashPassword } from '../kit/passwords.ts'
import { insert } from './demo-people.ts'

export type First = {
  platform: { name: string; host: string; username: string; full_name: string; email: string }
  tenant: { name: string; host: string }
}
const TENANT = 1

/** Makes the first data; returns a password that must be changed at the first sign-in. Refuses if a user exists already. */
export async function makeFirst(ownerUrl: string, { platform, tenant }: First, now: Date): Promise<{ password: string }> {
  const hosts = [platform.host, tenant.host].map(hostName)
  const [own, shops] = hosts
  if (!own || !shops || own === shops) throw new Error('two different host names are wanted, as portal.example.com and shops.example.com')
  const password = `Aa1-${randomBytes(12).toString('base64url')}`
  const password_hash = await hashPassword(password)
  const owner = new pg.Client({ connectionString: ownerUrl })
  const id = newId()
  const root = { id, parent_id: null, kind: 'platform', path: [id], name: platform.name, name_search: fold(platform.name), created_at: now }
  await owner.connect()
  try {
    await owner.query('begin')
    const { rows } = await owner.query('select 1 from tenants limit 1')
    if (rows.length > 0) throw new Error('there is a platform already: its managers add the others')
    await owner.query('insert into tenants values (0, $1, $3), ($4, $2, $3)', [platform.name, tenant.name, now, TENANT])
    await owner.query(`set local app.tenant = '0'`)
    await insert(owner, 'organisations', { tenant_id: 0, ...root, enable_web_view: true })
    const { username, full_name, email } = platform
    await insert(owner, 'users', {
      tenant_id: 0,
      id: newId(),
      organisation_id: id,
      username,
      full_name,
      email,
      password_hash,
      internal_role: internalRole.manager,
      created_at: now,
      must_change_password: true,
    })
    await owner.query(`set local app.tenant = '${TENANT}'`)
    await insert(owner, 'organisations', { tenant_id: TENANT, ...root })
    await owner.query('insert into hosts values ($1, 0, $3), ($2, $4, $3)', [own, shops, id, TENANT])
    await owner.query('commit')
    return { password }
  } finally {
    await owner.end()
  }
}
