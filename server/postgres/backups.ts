// The server's part in backups: it keeps collecting finished WAL from the spool, takes a base backup every night, and reports how old both are.
import { mkdirSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { Check } from '../kit/check.ts'
import type { Config } from '../kit/config.ts'
import type { Metrics } from '../kit/metrics.ts'
import { type Backup, baseBackup, forgetBackups, listBackups } from './backup.ts'
import type { Embedded } from './embedded-postgres.ts'
import type { JobList } from './jobs.ts'
import { newestWal, takeWal, waiting } from './wal-archive.ts'

/** How often the spool is emptied. PostgreSQL finishes a segment after 45 seconds, so less than a minute of sales can be lost. */
const TAKE_MS = 5_000
const DAY_MS = 86_400_000
/** A backup older than a day and two hours is overdue. */
const BACKUP_OLD_MS = 26 * 60 * 60_000
const WAL_OLD_MS = 3 * 60_000
/** The first backup begins only this long after the server's start, so that it does not slow the start down. */
const FIRST_MS = 5 * 60_000

type BackupServices = { config: Config; embedded: Embedded | undefined; metrics: Metrics; log: FastifyBaseLogger; now?: () => number }
type Backups = { jobs: JobList; checks: readonly Check[]; stop: () => Promise<void> }

export function createBackups({ config, embedded, metrics, log, now = Date.now }: BackupServices): Backups {
  const { backupDir, backupsKept, masterKeyFile, dataDir } = config
  if (!backupDir || !embedded) return { jobs: {}, checks: [], stop: async () => undefined }
  const { spool } = embedded
  mkdirSync(backupDir, { recursive: true, mode: 0o700 })
  const started = Date.now()
  let trouble = ''

  async function take(): Promise<void> {
    try {
      await takeWal(spool, backupDir)
      trouble = ''
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      if (said !== trouble) log.error({ said }, 'WAL could not be taken to the backups')
      trouble = said
    }
    metrics.walWaiting.set(await waiting(spool))
    const newest = await newestWal(backupDir)
    if (newest) metrics.walArchivedAt.set(newest.getTime() / 1000)
  }

  async function backUp(): Promise<void> {
    const source = {
      dataDir,
      backupDir,
      masterKeyFile,
      superuserUrl: embedded?.superuserUrl ?? '',
      portalUrl: embedded?.url ?? '',
      cluster: embedded?.cluster ?? '',
      spool,
    }
    const backup = await baseBackup(source)
    await forgetBackups(backupDir, backupsKept)
    sayAge(backup)
    log.info({ backup }, 'backed up')
  }

  /** Takes a backup if there is none of the last night, for example after a long stop or on a new machine. */
  async function backUpIfOld(): Promise<void> {
    const last = (await listBackups(backupDir)).at(-1)
    sayAge(last)
    if (Date.now() - started < FIRST_MS) return
    if (!last || Date.now() - new Date(last.ended_at).getTime() > DAY_MS + FIRST_MS) await backUp()
  }

  const sayAge = (last: Backup | undefined) => last && metrics.backupAt.set(new Date(last.ended_at).getTime() / 1000)
  let current = listBackups(backupDir)
    .then((all) => sayAge(all.at(-1)))
    .catch((error: unknown) => log.error({ said: String(error) }, 'backups could not be read'))
    .then(take)
  const timer = setInterval(() => {
    current = current.then(take)
  }, TAKE_MS)
  timer.unref()
  return {
    jobs: { back_up: { cron: '30 2 * * *', work: backUp }, back_up_if_old: { cron: '*/5 * * * *', work: backUpIfOld } },
    checks: [
      {
        name: 'backup',
        isAside: true,
        look: async () => {
          const last = (await listBackups(backupDir)).at(-1)
          const at = last ? new Date(last.ended_at).getTime() : started
          return { ok: now() - at < BACKUP_OLD_MS, detail: last ? `newest of ${last.ended_at}` : 'none yet', at: last?.ended_at ?? null }
        },
      },
      {
        name: 'wal_archive',
        isAside: true,
        look: async () => {
          const newest = (await newestWal(backupDir))?.getTime() ?? started
          const at = new Date(newest).toISOString()
          return { ok: trouble === '' && now() - Math.max(newest, started) < WAL_OLD_MS, detail: trouble || `newest of ${at}`, at }
        },
      },
    ],
    stop: async () => {
      clearInterval(timer)
      await current
    },
  }
}
