// `npm run quarantine`: holds all unsold stock back, after the database was restored without `npm run restore`. A person releases the stock on the screen
// /inventory/held.
import { pino } from 'pino'
import { configOrExit } from '../server/kit/config.ts'
import { newId } from '../server/kit/ids.ts'
import { holdStock } from '../server/modules/goods/quarantine/quarantine.ts'
import { startClock } from '../server/postgres/clock.ts'
import { withDatabase } from '../server/postgres/database-access.ts'
import { createDb } from '../server/postgres/db.ts'
import { openKeys } from '../server/postgres/master-key.ts'
import { answer, argumentsOf } from './command.ts'

const config = configOrExit()

await answer(async () => {
  const { point } = argumentsOf(['point'])
  return withDatabase(config, async ({ url }) => {
    const db = createDb({ url, max: 1 })
    const { clock, ...time } = await startClock(db)
    try {
      const needs = { db, keys: await openKeys(db, config, false), clock, log: pino({ level: 'silent' }) }
      const now = clock()
      return { held: await holdStock(needs, { id: newId(), cause: 'asked', point: point ? new Date(point).toISOString() : null, since: now.toISOString() }) }
    } finally {
      time.stop()
      await db.close()
    }
  })
})
