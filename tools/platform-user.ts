// `npm run platform-user -- --host portal.example.com --shops shops.example.com --username … --email … [--name …] [--full-name …] [--tenant …]`: makes the
// first user of a portal without a demo world. The printed password has to be changed at the first sign-in.
import { pino } from 'pino'
import { configOrExit } from '../server/kit/config.ts'
import { openPortal } from '../server/open.ts'
import { startClock } from '../server/postgres/clock.ts'
import { withDatabase } from '../server/postgres/database-access.ts'
import { createDb } from '../server/postgres/db.ts'
import { makeFirst } from '../server/seeds/first.ts'
import { answer, argumentsOf } from './command.ts'

const config = { ...configOrExit(), isDemo: false }

await answer(async () => {
  const {
    host,
    shops,
    username,
    email,
    name = 'Platform',
    tenant = 'Shops',
    ...more
  } = argumentsOf(['host', 'shops', 'username', 'email', 'name', 'full-name', 'tenant'])
  if (!host || !shops || !username || !email)
    throw new Error('npm run platform-user -- --host portal.example.com --shops shops.example.com --username petra --email petra@example.com')
  return withDatabase(config, async ({ url, ownerUrl, embedded }) => {
    if (!ownerUrl) throw new Error('this needs the owner of the database: DATABASE_URL_DIRECT')
    const db = createDb({ url, max: 1 })
    const { clock, ...time } = await startClock(db)
    try {
      const { stop } = await openPortal({ db, clock, ownerUrl, config, isOwn: embedded !== undefined, log: pino({ level: 'warn' }) })
      stop()
      const first = { platform: { name, host, username, email, full_name: more['full-name'] ?? username }, tenant: { name: tenant, host: shops } }
      return { host, username, ...(await makeFirst(ownerUrl, first, clock())) }
    } finally {
      time.stop()
      await db.close()
    }
  })
})
