// Books credit for many customers in the background: the server continues when the page is closed, and after a restart. Each row has its own key, so
// a row that was booked before its result was stored is not booked again.

import type { Services } from '../../../http/services.ts'
import { createAudit } from '../../../postgres/audit.ts'
import { rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { bookRows, refused, TOGETHER } from './many.calls.ts'
import { addResults, claimRun, forgetRuns, openRuns, type Run, stillMay } from './runs.sql.ts'

type Needs = Pick<Services, 'db' | 'money' | 'clock' | 'keys' | 'log'>

/** A server that has stored no result for this long loses its claim on the run. */
const LEASE_MS = 60_000

export const creditRunJobs = (needs: Needs): JobList => ({
  credit_run: { work: ({ tenant_id, run_id }) => goOn(needs, Number(tenant_id), String(run_id)) },
  credit_runs: { cron: '* * * * *', work: rounds(needs, 'credit_runs', (tenant_id) => goOnWithAll(needs, tenant_id)) },
})

/** Continues runs whose server has stopped. */
export async function goOnWithAll(needs: Needs, tenant_id: number): Promise<void> {
  const open = await needs.db.write(tenant_id, async (q) => {
    await forgetRuns(q, tenant_id, needs.clock())
    return openRuns(q, tenant_id, needs.clock())
  })
  for (const { id } of open) await goOn(needs, tenant_id, id)
}

export async function goOn(needs: Needs, tenant_id: number, run_id: string): Promise<void> {
  const { db, clock } = needs
  const [run] = await db.write(tenant_id, (q) => claimRun(q, tenant_id, run_id, clock(), LEASE_MS))
  if (!run) return
  const results = [...run.results]
  while (results.length < run.rows.length) {
    results.push(...(await nextOf(needs, tenant_id, run, results.length)))
    await db.write(tenant_id, (q) => addResults(q, tenant_id, run_id, results, clock(), LEASE_MS))
  }
}

/** The rows of the next portion. The asker's rights are checked for each portion: once the rights are lost, the remaining rows are refused. */
async function nextOf(needs: Needs, tenant_id: number, { asked_by, rows, payment_mode, round_id }: Run, first: number) {
  const { db, clock: now } = needs
  const { actor, address, device } = asked_by
  const part = rows.slice(first, first + TOGETHER)
  if (!(await db.read(actor.home_tenant_id, (q) => stillMay(q, actor, ['has_credit'])))) return part.map((_, i) => refused(first + i, 'forbidden'))
  const { audit } = createAudit(needs, tenant_id, { action: 'walletChangeMany', actor, address, device })
  return bookRows({ ...needs, actor, now, audit }, part, payment_mode, first, round_id ?? undefined)
}
