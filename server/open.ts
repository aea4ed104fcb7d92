// Prepares the database for serving: migrates it if this server may, opens its keys, checks the watermark, and seeds the demo world if it is wanted.
import type { Logger } from 'pino'
import { type Config, ConfigurationError } from './kit/config.ts'
import type { Keys } from './kit/keys.ts'
import { holdStock } from './modules/goods/quarantine/quarantine.ts'
import { reasonsNotToStart } from './postgres/boot-check.ts'
import type { Clock } from './postgres/clock.ts'
import type { Db } from './postgres/db.ts'
import { followKey, KeyError, openKeys } from './postgres/master-key.ts'
import { MigrationError, migrate, oneAtATime } from './postgres/migrate.ts'
import { claimFiles, refuseUsedData } from './postgres/shared-files.ts'
import { type Setback, watch } from './postgres/watermark.ts'
import { seedDemo } from './seeds/demo.ts'
import { afterTheSale } from './seeds/demo-afterwards.ts'

type OpenParts = { db: Db; clock: Clock; ownerUrl: string; config: Config; isOwn: boolean; log: Logger }
/** The result of opening the database. `isDemo`: whether the demo world was just seeded. */
type Opened = { keys: Keys; isDemo: boolean; stop: () => void }

/**
 * Opens the database. Without `ownerUrl` nothing is migrated or seeded. With it, servers that start at the same time do this one after the other, and those
 * after the first find the work done.
 */
export const openPortal = (asked: OpenParts): Promise<Opened> => (asked.ownerUrl ? oneAtATime(asked.ownerUrl, () => open(asked)) : open(asked))

async function open({ db, clock, ownerUrl, config, isOwn, log }: OpenParts): Promise<Opened> {
  if (ownerUrl) await migrate(ownerUrl, (what) => log.info(what)).catch(refuse)
  const reasons = await reasonsNotToStart(db)
  if (reasons.length > 0) throw new ConfigurationError(`not starting: ${reasons.join('; ')}`)
  const isNew = await isEmpty(db)
  const keys = await openKeys(db, config, isNew).catch(refuse)
  await refuseUsedData({ db, dataDir: config.dataDir, isOwn })
  // The watermark shows whether the database was restored to an earlier state. It is checked before the demo world is seeded, so that stock of a new demo
  // world is never held back.
  const setBack = async (setback: Setback) => void (await holdStock({ db, keys, clock, log }, setback))
  const { stop } = await watch({ db, dataDir: config.dataDir, isOwn, setBack, log })
  await claimFiles({ db, ...config, isOwn, log }).catch((error: unknown) => {
    stop()
    throw error
  })
  const isDemo = isNew && config.isDemo && ownerUrl !== ''
  if (isDemo) log.info('making the demo world, about half a minute')
  if (isDemo) await seedDemo({ ownerUrl, keys, clock }, afterTheSale(config.linkOrigin))
  const unfollow = followKey(db, keys, config)
  return { keys, isDemo, stop: () => [stop, unfollow].forEach((each) => void each()) }
}

function refuse(error: unknown): never {
  throw error instanceof KeyError || error instanceof MigrationError ? new ConfigurationError(`not starting: ${error.message}`) : error
}

export async function isEmpty(db: Pick<Db, 'reference'>): Promise<boolean> {
  return (await db.reference((q) => q.query('select 1 from hosts limit 1'))).length === 0
}
