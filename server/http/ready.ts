// Whether this server should be given work: named checks, each with its own deadline. A check that does not answer counts as failed.
import { mkdir, statfs } from 'node:fs/promises'
import type { Check, Finding } from '../kit/check.ts'
import type { Metrics } from '../kit/metrics.ts'
import type { Db } from '../postgres/db.ts'
import { lateJobs } from '../postgres/late-jobs.ts'
import { DEADLINES, GRACE_MS } from '../postgres/pool.ts'
import type { ServiceParts } from './services.ts'

const LOOK_MS = 2_000
/** A sale that runs longer than this, in milliseconds, shows that the deadline of sales is not enforced. */
const SALE_MS = DEADLINES.sale_ms + GRACE_MS
/** The least free space on a disk: enough for a busy quarter of an hour, so that the operator can react. */
const FREE_BYTES = 256 * 1024 * 1024

export const databaseCheck = (db: Pick<Db, 'ping'>): Check => ({
  name: 'database',
  look: async () => {
    const start = performance.now()
    await db.ping(LOOK_MS)
    return { ok: true, detail: `${Math.round(performance.now() - start)} ms` }
  },
})

export const lanesCheck = (money: { oldest_ms: () => number }): Check => ({
  name: 'lanes',
  look: () => {
    const oldest_ms = Math.round(money.oldest_ms())
    return { ok: oldest_ms <= SALE_MS, detail: `${oldest_ms} ms` }
  },
})

/** Reports the last money check that ran on this server; each server reports its own. */
export const moneyCheck = ({ moneyWrong, moneyCheckedAt }: Pick<Metrics, 'moneyWrong' | 'moneyCheckedAt'>): Check => ({
  name: 'money',
  look: async () => {
    const wrong = (await moneyWrong.get()).values.filter(({ value }) => value > 0)
    const seconds = (await moneyCheckedAt.get()).values[0]?.value ?? 0
    return {
      ok: wrong.length === 0,
      detail: wrong.map(({ labels }) => `${labels.check} of tenant ${labels.tenant_id}`).join(', '),
      at: seconds > 0 ? new Date(seconds * 1000).toISOString() : null,
    }
  },
})

export const jobsCheck = (db: Pick<Db, 'reference'>): Check => ({
  name: 'jobs',
  isAside: true,
  look: async () => {
    const late = await db.reference(lateJobs)
    return { ok: late.length === 0, detail: late.map(({ name, tries }) => `${name} (${tries})`).join(', ') }
  },
})

const diskCheck = (name: string, folder: string): Check => ({
  name,
  look: async () => {
    await mkdir(folder, { recursive: true })
    const { bavail, bsize } = await statfs(folder)
    const free_bytes = bavail * bsize
    return { ok: free_bytes >= FREE_BYTES, detail: `${Math.floor(free_bytes / 1024 / 1024)} MiB free`, free_bytes }
  },
})

export const diskChecks = ({ dataDir, filesDir }: Pick<ServiceParts, 'dataDir' | 'filesDir'>): Check[] => [
  diskCheck('disk', dataDir),
  ...(filesDir === dataDir ? [] : [diskCheck('files', filesDir)]),
]

type CheckResult = { name: string; isAside: boolean } & Finding

export async function lookAt(checks: readonly Check[]): Promise<{ ok: boolean; checks: CheckResult[] }> {
  const found = await Promise.all(checks.map(async ({ name, look, isAside = false }) => ({ name, isAside, ...(await inTime(look)) })))
  return { ok: checks.every(({ isAside }, i) => isAside || found[i]?.ok), checks: found }
}

/** Runs a check with its deadline. If the check throws, only the failure is reported and not its message, which may quote data. */
async function inTime(look: Check['look']): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, detail: `no answer within ${LOOK_MS} ms` }), LOOK_MS)
  })
  const looked = (async () => look())().catch((): Finding => ({ ok: false, detail: 'failed' }))
  return await Promise.race([looked, late]).finally(() => clearTimeout(timer))
}
