// `npm run restore -- --to <new directory> [--at 2026-11-22T05:43:49Z] [--from <backups>]`: restores the portal into a new
// directory: as it was at the time `--at`, which is given to the second, or without `--at` as it was at the last change in the backups.
import { resolve } from 'node:path'
import { configOrExit } from '../server/kit/config.ts'
import { keyId } from '../server/kit/keys.ts'
import { readRing } from '../server/postgres/master-key.ts'
import { restore } from '../server/postgres/restore.ts'
import { answer, argumentsOf } from './command.ts'

const config = configOrExit()

await answer(async () => {
  const { to, at, from } = argumentsOf(['to', 'at', 'from'])
  const second = at ? new Date(at) : undefined
  if (!to || (second && Number.isNaN(second.getTime())))
    throw new Error('npm run restore -- --to <new directory> [--at 2026-11-22T05:43:49Z] [--from <backups>]')
  const backupDir = from ? resolve(from) : config.backupDir
  if (!backupDir) throw new Error('where the backups are: --from')
  const key_ids = readRing(config).map(keyId)
  const { backup, last } = await restore({ backupDir, dataDir: resolve(to), ...(second ? { at: second } : {}), key_ids })
  return {
    restored: resolve(to),
    from: backup.name,
    last_change: last?.toISOString() ?? null,
    next: `bring the master key (MASTER_KEY_FILE), then DATA_DIR=${resolve(to)} npm start: all unsold stock is held back until released`,
  }
})
