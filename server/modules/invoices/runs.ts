// Runs of invoices as the server's work: customer by customer, each in a transaction of its own; a stopped server's run goes on where it was.
import type { Services } from '../../http/services.ts'
import { createAudit } from '../../postgres/audit.ts'
import { eachTenant } from '../../postgres/each-tenant.ts'
import type { JobList } from '../../postgres/jobs.ts'
import { madeInRun, namesOf } from './billing.sql.ts'
import { billRefunds, billSales, type InvoiceProblem, type Made, Unbillable } from './issue.ts'
import { addResults, claimRun, mayBill, openRuns, type Result, type Run } from './runs.sql.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'keys' | 'log'>

/** A server that is silent for this long loses its claim on the run. */
const LEASE_MS = 60_000

/** Customers whose results are noted together, fewer where they take long. */
const TOGETHER = 10
const NOTED_MS = 1_000
/** How long a run works before whatever else waits for the server's few jobs has its turn. */
const TURN_MS = 5_000

export const invoiceJobs = (needs: Needs): JobList => ({
  // A tenant's runs one after the other, so that however many there are, others' work goes on beside them.
  invoice_run: { line: ({ tenant_id }) => `invoices ${tenant_id}`, work: ({ tenant_id, run_id }) => goOn(needs, Number(tenant_id), String(run_id), TURN_MS) },
  invoice_runs: { cron: '* * * * *', work: () => eachTenant(needs, (tenant_id) => goOnWithAll(needs, tenant_id)) },
})

/** Continues runs that a stopped server left. */
export async function goOnWithAll(needs: Needs, tenant_id: number): Promise<void> {
  const open = await needs.db.read(tenant_id, (q) => openRuns(q, tenant_id, needs.clock(), LEASE_MS))
  for (const { id } of open) await goOn(needs, tenant_id, id)
}

/** To the end of the run, or for `turn_ms`: then it answers that there is more. */
export async function goOn(needs: Needs, tenant_id: number, run_id: string, turn_ms = Number.POSITIVE_INFINITY): Promise<'again' | 'over'> {
  const { db, clock } = needs
  const until = performance.now() + turn_ms
  const run = await db.write(tenant_id, (q) => claimRun(q, tenant_id, run_id, clock(), LEASE_MS))
  if (!run) return 'over'
  for (let at = run.results.length; at < run.customers.length; ) {
    const results = await resultsOf(needs, tenant_id, run, run.customers.slice(at, at + TOGETHER))
    const isMore = at + results.length < run.customers.length && performance.now() >= until
    await db.write(tenant_id, (q) => addResults(q, tenant_id, run_id, at, results, clock(), isMore ? 0 : LEASE_MS))
    if (isMore) return 'again'
    at += results.length
  }
  return 'over'
}

/** Of the first of these customers. Rights are looked at for each portion: whoever lost them makes nothing more. */
async function resultsOf(needs: Needs, tenant_id: number, run: Run, customer_ids: readonly string[]): Promise<Result[]> {
  const { db } = needs
  const { actor } = run.asked_by
  const until = performance.now() + NOTED_MS
  const { before, names } = await db.read(tenant_id, async (q) => ({
    before: await madeInRun(q, tenant_id, run.id, customer_ids),
    names: await namesOf(q, tenant_id, run.issuer_id, customer_ids),
  }))
  const mayThey = await db.read(actor.home_tenant_id, (q) => mayBill(q, actor))
  const results: Result[] = []
  for (const customer_id of customer_ids) {
    const customer_name = names.find((one) => one.customer_id === customer_id)?.customer_name ?? ''
    // Made, and the server stopped before it was noted.
    const made = documentsOf(before, customer_id)
    const told = (documents: Result['documents'], problem: InvoiceProblem | null): Result => ({ customer_id, customer_name, documents, problem })
    if (made.length > 0) results.push(told(made, null))
    else if (!mayThey) results.push(told([], 'forbidden'))
    else results.push(await resultOf(needs, tenant_id, run, customer_id, customer_name))
    if (performance.now() >= until) break
  }
  return results
}

type MadeRow = Awaited<ReturnType<typeof madeInRun>>[number]
const documentsOf = (made: readonly MadeRow[], id: string) => made.flatMap(({ customer_id, ...document }) => (customer_id === id ? [document] : []))

/** One customer's documents, or why there are none. */
async function resultOf(needs: Needs, tenant_id: number, run: Run, customer_id: string, customer_name: string): Promise<Result> {
  const told = (documents: Result['documents'], problem: InvoiceProblem | null): Result => ({ customer_id, customer_name, documents, problem })
  try {
    const made = await makeFor(needs, tenant_id, run, customer_id, customer_name)
    return told(
      made.map(({ hash: _, ...document }) => document),
      null,
    )
  } catch (error) {
    if (!(error instanceof Unbillable)) needs.log.error(error)
    // Nothing left may mean that another server was at it a moment ago.
    const made = documentsOf(await needs.db.read(tenant_id, (q) => madeInRun(q, tenant_id, run.id, [customer_id])), customer_id)
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
    return made
  })
}
