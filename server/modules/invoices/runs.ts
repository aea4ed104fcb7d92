// Runs of invoices as the server's work: customer by customer, each in a transaction of its own; a stopped server's run goes on where it was.
import type { Services } from '../../http/services.ts'
import { createAudit } from '../../postgres/audit.ts'
import { eachTenant } from '../../postgres/each-tenant.ts'
import type { JobList } from '../../postgres/jobs.ts'
import { madeInRun, termsOf } from './billing.sql.ts'
import { billRefunds, billSales, type InvoiceProblem, type Made, Unbillable } from './issue.ts'
import { mailMade } from './mail.ts'
import { addResult, claimRun, mayBill, openRuns, type Result, type Run } from './runs.sql.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'keys' | 'log' | 'post'>

/** A server that is silent for this long loses its claim on the run. */
const LEASE_MS = 60_000

export const invoiceJobs = (needs: Needs): JobList => ({
  invoice_run: { work: ({ tenant_id, run_id }) => goOn(needs, Number(tenant_id), String(run_id)) },
  invoice_runs: { cron: '* * * * *', work: () => eachTenant(needs, (tenant_id) => goOnWithAll(needs, tenant_id)) },
})

/** Continues runs that a stopped server left. */
export async function goOnWithAll(needs: Needs, tenant_id: number): Promise<void> {
  const open = await needs.db.read(tenant_id, (q) => openRuns(q, tenant_id, needs.clock()))
  for (const { id } of open) await goOn(needs, tenant_id, id)
}

export async function goOn(needs: Needs, tenant_id: number, run_id: string): Promise<void> {
  const { db, clock } = needs
  const run = await db.write(tenant_id, (q) => claimRun(q, tenant_id, run_id, clock(), LEASE_MS))
  if (!run) return
  for (let at = run.results.length; at < run.customers.length; at++) {
    const result = await resultOf(needs, tenant_id, run, run.customers[at] ?? '')
    await db.write(tenant_id, (q) => addResult(q, tenant_id, run_id, at, result, clock(), LEASE_MS))
  }
}

/** One customer's documents, or why there are none. Rights are looked at each time: whoever lost them makes nothing more. */
async function resultOf(needs: Needs, tenant_id: number, run: Run, customer_id: string): Promise<Result> {
  const { db, log } = needs
  const { actor } = run.asked_by
  const { name, before } = await db.read(tenant_id, async (q) => ({
    name: (await termsOf(q, tenant_id, run.issuer_id, customer_id))?.customer_name ?? '',
    before: await madeInRun(q, tenant_id, run.id, customer_id),
  }))
  const told = (documents: Result['documents'], problem: InvoiceProblem | null): Result => ({ customer_id, customer_name: name, documents, problem })
  // Made, and the server stopped before it was noted.
  if (before.length > 0) return told(before, null)
  if (!(await db.read(actor.home_tenant_id, (q) => mayBill(q, actor)))) return told([], 'forbidden')
  try {
    const made = await makeFor(needs, tenant_id, run, customer_id, name)
    return told(
      made.map(({ hash: _, ...document }) => document),
      null,
    )
  } catch (error) {
    if (!(error instanceof Unbillable)) log.error(error)
    // Nothing left may mean that another server was at it a moment ago.
    const made = await db.read(tenant_id, (q) => madeInRun(q, tenant_id, run.id, customer_id))
    if (made.length > 0) return told(made, null)
    return told([], error instanceof Unbillable ? error.problem : 'failed')
  }
}

async function makeFor(needs: Needs, tenant_id: number, run: Run, customer_id: string, name: string): Promise<Made[]> {
  const { actor, address, device } = run.asked_by
  const { issuer_id, user_id, date_from, date_to } = run
  const action = run.what === 'sales' ? 'invoicesGenerate' : 'reclamationInvoicesGenerate'
  const { audit } = createAudit(needs, tenant_id, { action, actor, address, device })
  return needs.db.write(tenant_id, async (q) => {
    const billing = { tenant_id, issuer_id, customer_id, run_id: run.id, user_id, date_from, date_to, now: needs.clock() }
    const made = await (run.what === 'sales' ? billSales(q, billing) : billRefunds(q, billing))
    for (const { invoice_id, document_no, hash } of made)
      await audit({ subject: { kind: 'invoice', id: invoice_id, name: `${document_no} ${name}`, organisation_id: issuer_id }, after: { document_no, hash } }, q)
    await mailMade(
      q,
      needs,
      tenant_id,
      issuer_id,
      made.map(({ invoice_id }) => invoice_id),
    )
    return made
  })
}
