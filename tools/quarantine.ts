// `npm run quarantine`: holds all unsold stock back, after somebody restored the database by other means. Released on the screen /inventory/held.
import { pino } from 'pino'
import { startClock } from '../server/kit/clock.ts'
import { configOrExit } from '../server/kit/config.ts'
import { createDb } from '../server/kit/db.ts'
import { newId } from '../server/kit/ids.ts'
import { openKeys } from '../server/kit/master-key.ts'
import { withDatabase } from '../server/kit/reach.ts'
import { holdStock } from '../server/modules/quarantine/quarantine.ts'
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
