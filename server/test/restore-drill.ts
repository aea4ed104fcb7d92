// A restore drill: portals with clusters of their own in one folder, which are backed up while they work and restored into another directory.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Instant } from '../../contract/kit/field.ts'
import { readConfig } from '../kit/config.ts'
import { keyId } from '../kit/keys.ts'
import { openPortal } from '../open.ts'
import { baseBackup } from '../postgres/backup.ts'
import { createDb } from '../postgres/db.ts'
import { type Embedded, startEmbedded } from '../postgres/embedded-postgres.ts'
import { readRing } from '../postgres/master-key.ts'
import { restore } from '../postgres/restore.ts'
import { takeWal } from '../postgres/wal-archive.ts'
import { rowsOf } from './arrange.ts'
import { quickFolder } from './in-memory.ts'
import { until } from './wait-for.ts'
import { type World, type WorldOptions, worldOn } from './world.ts'

export const silent = { error: () => undefined, info: () => undefined, fatal: () => undefined } as never

export type Portal = { w: World; embedded: Embedded; dataDir: string; end: () => Promise<void> }

export function restoreDrill(name: string) {
  const root = quickFolder(name)
  const keyFile = join(root, 'master.key')
  const source = () => ({ masterKey: '', masterKeyFile: keyFile })
  const backupDir = join(root, 'backups')
  const open = new Set<() => Promise<void>>()
  return {
    ...{ root, keyFile, source, backupDir },

    /** Opens a portal as main.ts does: an embedded cluster in a directory, with all checks of a start. */
    async portal(dataDir: string, options: WorldOptions = {}): Promise<Portal> {
      const embedded = await startEmbedded(dataDir, () => undefined, { isArchiving: true })
      const config = readConfig({ DATA_DIR: dataDir, MASTER_KEY_FILE: keyFile })
      const db = createDb({ url: embedded.url, max: 3 })
      const opened = await openPortal({ db, clock: () => new Date(), ownerUrl: embedded.ownerUrl, config, isOwn: true, log: silent })
      const end = async () => {
        open.delete(end)
        opened.stop()
        await Promise.all([db.close(), w.end()])
        await embedded.stop()
      }
      const w = await worldOn({ url: embedded.url, ownerUrl: embedded.ownerUrl, dataDir, keys: opened.keys, end: async () => undefined }, options)
      open.add(end)
      return { w, embedded, dataDir, end }
    },

    backUp: ({ embedded, dataDir }: Portal) => baseBackup({ dataDir, backupDir, masterKeyFile: keyFile, ...embedded, portalUrl: embedded.url }),

    /** Finishes the WAL segment that is being written, and waits until all of the WAL has been archived. */
    async archived({ embedded: { superuserUrl, spool } }: Portal): Promise<void> {
      const client = new pg.Client({ connectionString: superuserUrl })
      await client.connect()
      const [wal] = (await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')).rows
      const isIn = async () => (await client.query('select last_archived_wal >= $1 as is from pg_stat_archiver', [wal?.name])).rows[0].is
      await until('the log to be archived', isIn, { every_ms: 100 })
      await client.end()
      await takeWal(spool, backupDir)
    },

    second: async ({ w }: Portal) => new Date((await rowsOf<{ at: Instant }>(w, 'select now() as at'))[0]?.at ?? ''),

    /** Restores the newest state, or that of a moment, into the directory of this name. */
    into: (name: string, at: Date | null) => restore({ backupDir, dataDir: join(root, name), ...(at ? { at } : {}), key_ids: readRing(source()).map(keyId) }),

    async end(): Promise<void> {
      for (const end of open) await end()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
