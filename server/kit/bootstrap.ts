// The two roles of the product in a cluster of our own: one owns the schema, the other serves and owns nothing.
import pg from 'pg'
import { DEADLINES, settingsOf } from './pool.ts'

export type Passwords = { postgres: string; owner: string; app: string }

const APP_SETTINGS = [
  ...Object.entries(settingsOf(DEADLINES)).map(([name, ms]) => `${name} = ${ms}`),
  "plan_cache_mode = 'force_generic_plan'",
  // Compiling a statement costs more than all of ours take.
  "jit = 'off'",
]

export async function bootstrap(superuserUrl: string, passwords: Pick<Passwords, 'owner' | 'app'>): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await ensureRole(client, 'portal_owner', passwords.owner)
    await ensureRole(client, 'portal_app', passwords.app)
    for (const setting of APP_SETTINGS) await client.query(`alter role portal_app set ${setting}`)
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'portal'`)
    if (!rowCount) await client.query('create database portal owner portal_owner')
    await client.query('revoke all on database portal from public')
    await client.query('grant connect on database portal to portal_app')
  } finally {
    await client.end()
  }
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (!rowCount) await client.query(`create role ${role}`)
  await client.query(`alter role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls password ${client.escapeLiteral(password)}`)
}
