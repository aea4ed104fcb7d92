// The demo world's organisations, users, plans and wallets.
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { internalRole } from '../../contract/kit/access.ts'
import { fold } from '../../contract/kit/fold.ts'
import { EURO } from '../../contract/kit/money.ts'
import { plans } from './demo-brands.ts'
import { DEMO_PASSWORD, type DemoOrganisation, type DemoUser, platform, resellers } from './demo-world.ts'

/** The name of the device with which the demo world's users sell. */
export const DEMO_DEVICE = 'Chrome · Windows'

export type SeededShop = { tenant_id: number; id: string; user_ids: string[]; session_id: string; world: DemoOrganisation; parent_id: string }
export type SeededReseller = { tenant_id: number; id: string; user_id: string; world: DemoOrganisation; plan_ids: Map<string, string> }
export type People = { shops: SeededShop[]; resellers: SeededReseller[]; platform_id: string; platform_user_id: string }

/** Does the work in a transaction of one tenant on the owner's connection. Row level security applies to the owner too, so the tenant is set first. */
export async function inTenant<T>(owner: pg.Pool, tenant_id: number, work: (q: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query(`begin; set local app.tenant = '${tenant_id}'`)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Inserts one row; the object's keys are the columns. */
export const insert = (q: pg.ClientBase, table: string, row: Record<string, unknown>) => {
  const names = Object.keys(row)
  return q.query(`insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`, Object.values(row))
}

export async function seedPeople(owner: pg.Pool, started: Date): Promise<People> {
  const password_hash = await hash(DEMO_PASSWORD)
  const people: People = { shops: [], resellers: [], platform_id: uuidv7(), platform_user_id: uuidv7() }
  const root = {
    id: people.platform_id,
    parent_id: null,
    kind: 'platform',
    path: [people.platform_id],
    name: platform.name,
    name_search: fold(platform.name),
    created_at: started,
  }

  await owner.query('insert into tenants values (0, $1, $2)', [platform.name, started])
  await inTenant(owner, 0, async (q) => {
    await insert(q, 'organisations', { tenant_id: 0, ...root, enable_web_view: true })
    for (const [i, user] of platform.users.entries())
      await insertUser(q, 0, people.platform_id, user, password_hash, started, i === 0 ? people.platform_user_id : undefined)
  })

  for (const reseller of resellers) {
    const { tenant_id } = reseller
    const id = uuidv7()
    await owner.query('insert into tenants values ($1, $2, $3)', [tenant_id, reseller.name, started])
    await inTenant(owner, tenant_id, async (q) => {
      await insert(q, 'organisations', { tenant_id, ...root })
      await seedOrganisation({ q, tenant_id, password_hash, started, people }, reseller, id, [people.platform_id], new Map())
      const { name, phone, email } = reseller.support
      await q.query('update organisations set support_name = $3, support_phone = $4, support_email = $5 where tenant_id = $1 and id = $2', [
        tenant_id,
        id,
        name,
        phone,
        email,
      ])
    })
  }
  return people
}

/** Seeds the hosts, as the last step, because a world without hosts counts as unfinished and is seeded again. */
export async function seedHosts(owner: pg.Pool, people: People) {
  await owner.query('insert into hosts values ($1, 0, $2)', [platform.host, people.platform_id])
  for (const { tenant_id, host } of resellers) {
    const top = people.resellers.find((reseller) => reseller.tenant_id === tenant_id)
    await owner.query('insert into hosts values ($1, $2, $3)', [host, tenant_id, top?.id])
  }
}

type PeopleSeed = { q: pg.PoolClient; tenant_id: number; password_hash: string; started: Date; people: People }

async function seedOrganisation(ground: PeopleSeed, world: DemoOrganisation, id: string, above: string[], plansAbove: Map<string, string>) {
  const { q, tenant_id, started, people } = ground
  const { key, users, plan, credit_limit, customer_number = '', children = [], pace, ...fields } = world
  const { kind, name, template, city, postal, address, house_no, country, mobile } = fields
  const parent_id = above.at(-1) as string
  await insert(q, 'organisations', {
    tenant_id,
    id,
    parent_id,
    kind,
    path: [...above, id],
    name,
    name_search: fold(name),
    template,
    city,
    postal,
    address,
    house_no,
    country,
    mobile,
    email: `${key}@example.test`,
    // Organisations that issue invoices need a tax number.
    stnr: kind === 'reseller' ? '181/815/08155' : '',
    customer_number,
    flags: fields.flags,
    mask_seller_discount: fields.mask_seller_discount ?? false,
    show_print_popup: fields.show_print_popup ?? false,
    enable_web_view: fields.enable_web_view ?? false,
    plan_id: plansAbove.get(plan) ?? null,
    default_language: country === 'DE' ? 'de' : 'fr',
    created_at: started,
  })
  const user_ids: string[] = []
  for (const user of users) user_ids.push(await insertUser(q, tenant_id, id, user, ground.password_hash, started))
  const search = fold([name, users[0]?.username ?? '', mobile, mobile.replaceAll(/\D/g, ''), city, customer_number].join(' '))
  await q.query('update organisations set full_search = $3 where tenant_id = $1 and id = $2', [tenant_id, id, search])
  await q.query('select open_wallet($1, $2)', [tenant_id, id])
  await q.query('update wallets set credit_limit = $3 where tenant_id = $1 and organisation_id = $2', [tenant_id, id, credit_limit * EURO])

  const plan_ids = new Map<string, string>()
  for (const { name: planName } of plans[key] ?? []) {
    plan_ids.set(planName, uuidv7())
    await insert(q, 'plans', { tenant_id, id: plan_ids.get(planName), owner_id: id, name: planName, created_at: started })
  }
  if (kind === 'reseller') people.resellers.push({ tenant_id, id, user_id: user_ids[0] as string, world, plan_ids })
  if (kind === 'seller') {
    const session_id = uuidv7()
    await insert(q, 'sessions', {
      tenant_id,
      id: session_id,
      token_hash: Buffer.from(session_id),
      user_id: user_ids[0],
      created_at: started,
      last_seen_at: started,
    })
    people.shops.push({ tenant_id, id, user_ids, session_id, world, parent_id })
  }
  for (const child of children) await seedOrganisation(ground, child, uuidv7(), [...above, id], plan_ids)
}

async function insertUser(
  q: pg.PoolClient,
  tenant_id: number,
  organisation_id: string,
  user: DemoUser,
  password_hash: string,
  created_at: Date,
  id = uuidv7(),
) {
  const { username, full_name, staff, flags = [], web_support = false, language = null, job_role = '', otp_type = 'none', login_approval = false } = user
  await insert(q, 'users', {
    tenant_id,
    id,
    organisation_id,
    username,
    full_name,
    password_hash,
    internal_role: staff ? internalRole.staff : internalRole.manager,
    is_web_support: web_support,
    flags,
    language,
    job_role,
    otp_type,
    otp_required: otp_type !== 'none',
    login_approval,
    email: `${username}@example.test`,
    email_proven: `${username}@example.test`,
    created_at,
  })
  return id
}
