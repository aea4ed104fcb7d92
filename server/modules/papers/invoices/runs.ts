// The server works on invoice runs, customer by customer, each customer in its own transaction. It works on a run for only a few seconds at a time, because
// all tenants share the server's jobs. If a server stops, another one continues its runs.
import type { Services } from '../../../http/services.ts'
import { codeOf } from '../../../kit/errors.ts'
import { createAudit } from '../../../postgres/audit.ts'
import { rounds } from '../../../postgres/each-tenant.ts'
import type { JobList, Later } from '../../../postgres/jobs.ts'
import { madeInRun, termsOf } from './billing.sql.ts'
import { billRefunds, billSales, type InvoiceProblem, type Left, type Made, Unbillable } from './issue.ts'
import { lacksAddress, mailMade } from './mail.ts'
import { addResult, claimRun, forgetRuns, mayBill, openRuns, type Result, type Run } from './runs.sql.ts'
import { unbilledJobs } from './unbilled-tally.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'keys' | 'log' | 'post'>

/** A server that has stored no result for this long loses its claim on the run. */
const LEASE_MS = 60_000
/** After this time the server leaves a run, and continues it after its other jobs. */
const TURN_MS = 5_000

export function invoiceJobs(needs: Needs): JobList {
  let waiting: Later[] = []
  const round = rounds(needs, 'invoice_runs', async (tenant_id) => {
    for (const run_id of await waitingRuns(needs, tenant_id)) waiting.push(later(tenant_id, run_id))
  })
  return {
    ...unbilledJobs(needs),
    invoice_run: {
      work: async ({ tenant_id, run_id }) => ((await goOn(needs, Number(tenant_id), String(run_id))) ? [] : [later(Number(tenant_id), String(run_id))]),
    },
    invoice_runs: {
      cron: '* * * * *',
      work: async () => {
        waiting = []
        await round()
        return waiting
      },
    },
  }
}

const later = (tenant_id: number, run_id: string): Later => ({ name: 'invoice_run', payload: { tenant_id, run_id }, key: run_id })

/** Finds the runs on which no server works, such as those of a server that stopped. Deletes old finished runs, but not their documents. */
export const waitingRuns = ({ db, clock }: Needs, tenant_id: number): Promise<string[]> =>
  db.write(tenant_id, async (q) => {
    await forgetRuns(q, tenant_id, clock())
    return (await openRuns(q, tenant_id, clock())).map(({ id }) => id)
  })

/** Works on a run for a while. Returns false if customers are left and no server is working on the run now. */
export async function goOn(needs: Needs, tenant_id: number, run_id: string): Promise<boolean> {
  const { db, clock } = needs
  const run = await db.write(tenant_id, (q) => claimRun(q, tenant_id, run_id, clock(), LEASE_MS))
  if (!run) return true
  const { customers, results } = run
  const end = clock().getTime() + TURN_MS
  for (let at = results.length; at < customers.length; at++) {
    const result = await resultOf(needs, tenant_id, run, customers[at] ?? '')
    const now = clock()
    const isOver = now.getTime() >= end
    await db.write(tenant_id, (q) => addResult(q, tenant_id, run_id, at, result, now, isOver ? 0 : LEASE_MS))
    if (isOver) return at + 1 === customers.length
  }
  return true
}

/** The documents of one customer, or why there are none. The rights are checked for each customer, so a user who has lost them makes no further documents. */
async function resultOf(needs: Needs, tenant_id: number, run: Run, customer_id: string): Promise<Result> {
  const { db, log } = needs
  const { actor } = run.asked_by
  const { name, before } = await db.read(tenant_id, async (q) => ({
    name: (await termsOf(q, tenant_id, run.issuer_id, customer_id))?.customer_name ?? '',
    before: await madeInRun(q, tenant_id, run.id, customer_id),
  }))
  const told = (documents: Result['documents'], problem: InvoiceProblem | null, left: Left[] = [], is_unmailed = false): Result => ({
    ...{ customer_id, customer_name: name, documents, problem, left, is_unmailed },
  })
  const made = async (documents: Result['documents'], left: Left[] = []) =>
    told(
      documents,
      documents.length === 0 ? (left[0]?.problem ?? null) : null,
      left,
      await db.read(tenant_id, (q) => lacksAddress(q, tenant_id, run.issuer_id, documents[0]?.invoice_id)),
    )
  // The run has already made these documents, but its server stopped before it stored the result.
  if (before.length > 0) return made(before)
  if (!(await db.read(actor.home_tenant_id, (q) => mayBill(q, actor)))) return told([], 'forbidden')
  try {
    const { made: documents, left } = await inTime(() => makeFor(needs, tenant_id, run, customer_id, name))
    return await made(
      documents.map(({ hash: _, ...document }) => document),
      left,
    )
  } catch (error) {
    if (!(error instanceof Unbillable)) log.error(error)
    // If there is nothing left to bill, another server may just have billed the customer for this run.
    const documents = await db.read(tenant_id, (q) => madeInRun(q, tenant_id, run.id, customer_id))
    if (documents.length > 0) return made(documents)
    return told([], error instanceof Unbillable ? error.problem : 'failed')
  }
}

/** The codes of PostgreSQL for a lock not obtained, a deadlock and a serialisation conflict. Nothing was done in any of these cases. */
const WAITED_IN_VAIN = /^(55P03|40P01|40001)$/
const TIMES = 3

/**
 * Does the work again, up to TIMES times in all, if it failed because other transactions were working on the same customer or number; otherwise the run would
 * leave the customer out.
 */
async function inTime<T>(work: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++)
    try {
      return await work()
    } catch (error) {
      if (time === TIMES || !WAITED_IN_VAIN.test(codeOf(error))) throw error
    }
}

async function makeFor(needs: Needs, tenant_id: number, run: Run, customer_id: string, name: string): Promise<{ made: Made[]; left: Left[] }> {
  const { actor, address, device } = run.asked_by
  const { issuer_id, user_id, date_from, date_to } = run
  const action = run.what === 'sales' ? 'invoicesGenerate' : 'reclamationInvoicesGenerate'
  const { audit } = createAudit(needs, tenant_id, { action, actor, address, device })
  return needs.db.write(tenant_id, async (q) => {
    const billing = { tenant_id, issuer_id, customer_id, run_id: run.id, user_id, date_from, date_to, now: needs.clock() }
    const { made, left } = run.what === 'sales' ? await billSales(q, billing) : { made: await billRefunds(q, billing), left: [] }
    for (const { invoice_id, document_no, hash } of made)
      await audit({ subject: { kind: 'invoice', id: invoice_id, name: `${document_no} ${name}`, organisation_id: issuer_id }, after: { document_no, hash } }, q)
    await mailMade(
      q,
      needs,
      tenant_id,
      issuer_id,
      made.map(({ invoice_id }) => invoice_id),
    )
    return { made, left }
  })
}
