// Calls about bookings: what was booked, many bookings in one call, and requests that wait for a second person.

import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { historyOf, ownHistoryOf } from './history.ts'
import { transactionKeys, walletChangeMany } from './many.calls.ts'
import { creditRequests } from './requests.calls.ts'
import { rounds } from './round.calls.ts'
import { addRun, runOf } from './runs.sql.ts'

type Bookings = Pick<
  Handlers,
  | 'creditLogs'
  | 'creditProposals'
  | 'creditRoundDays'
  | 'creditRunProgress'
  | 'creditRunStart'
  | 'creditRequestDecide'
  | 'creditRequestsList'
  | 'creditRulesUpdate'
  | 'transactionKeys'
  | 'walletChangeMany'
  | 'walletHistory'
  | 'walletOwn'
>

export const bookings: Bookings = {
  ...creditRequests,
  ...rounds,
  transactionKeys,
  walletChangeMany,

  creditRunStart: async (asked, { actor, db, now, audit, jobs, log, request: { address, device } }) => {
    const { tenant_id, organisation_id, organisation_name } = actor
    const run_id = newId()
    await db.write(tenant_id, async (q) => {
      const [begun] = await addRun(q, { actor, address, device }, run_id, asked, now())
      if (!begun) throw new Refusal('in_progress')
      const after = { rows: asked.rows.length }
      await audit({ subject: { kind: 'organisation', id: organisation_id, name: organisation_name, organisation_id }, after }, q)
    })
    // If the credit run cannot be enqueued, the job that runs every minute finds it.
    await jobs.enqueue('credit_run', { tenant_id, run_id }).catch((error: unknown) => log.error(error))
    return { run_id }
  },

  creditRunProgress: async ({ run_id }, { actor, db }) => {
    const [run] = await db.read(actor.tenant_id, (q) => runOf(q, actor, run_id))
    if (!run) throw new Refusal('not_found')
    return { total: run.total, rows: run.results }
  },

  walletHistory: async (asked, { actor, db }) => db.list(actor, (q) => historyOf(q, actor, asked)),

  walletOwn: async (asked, { actor, db }) => db.list(actor, (q) => ownHistoryOf(q, actor, asked)),

  creditLogs: async (asked, { actor, db }) => {
    const changes = { ...asked, filters: { ...asked.filters, kind: 'credit_limit' as const } }
    const { content, filters } = await db.list(actor, (q) => historyOf(q, actor, changes))
    return { content, filters }
  },
}
