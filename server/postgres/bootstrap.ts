// The two roles of the product, in the embedded cluster or created by an operator (README): one role owns the schema, the other serves and owns nothing.
import pg from 'pg'
import { positional } from './parameters.ts'
import { DEADLINES, settingsOf } from './pool.ts'

export type Passwords = { postgres: string; owner: string; app: string }

const ROLES = ['portal_owner', 'portal_app'] as const
const ATTRIBUTES = 'login nosuperuser nocreatedb nocreaterole nobypassrls'

const APP_SETTINGS = [
  ...Object.entries(settingsOf(DEADLINES)).map(([name, ms]) => `${name} = ${ms}`),
  "plan_cache_mode = 'force_generic_plan'",
  // JIT is switched off, because compiling a statement takes longer than running any of our statements.
  "jit = 'off'",
].map((setting) => `alter role portal_app set ${setting}`)

const CREATE = 'create database portal owner portal_owner'
const ACCESS = ['revoke all on database portal from public', 'grant connect on database portal to portal_app']

/** The script that creates the roles and the database, for the superuser of a PostgreSQL that the portal does not run itself. The README shows it. */
export const setupSql = (): string =>
  [...ROLES.map((role) => `create role ${role} ${ATTRIBUTES} password '…'`), ...APP_SETTINGS, CREATE, ...ACCESS].map((statement) => `${statement};\n`).join('')

export async function bootstrap(superuserUrl: string, passwords: Pick<Passwords, 'owner' | 'app'>): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await ensureRole(client, 'portal_owner', passwords.owner)
    await ensureRole(client, 'portal_app', passwords.app)
    for (const setting of APP_SETTINGS) await client.query(setting)
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'portal'`)
    if (!rowCount) await client.query(CREATE)
    for (const statement of ACCESS) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function ensureRole(client: pg.Client, role: (typeof ROLES)[number], password: string): Promise<void> {
  const { rowCount } = await client.query(positional('select 1 from pg_roles where rolname = :role', { role }))
  if (!rowCount) await client.query(`create role ${role}`)
  await client.query(`alter role ${role} ${ATTRIBUTES} password ${client.escapeLiteral(password)}`)
}
