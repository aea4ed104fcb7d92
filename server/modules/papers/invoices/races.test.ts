// Several invoice runs work at the same time, and one of them is killed. The document numbers have no gap, no sale is in two documents, and no sale
// is left out.
import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { insert, inTenant } from '../../../seeds/demo-people.ts'
import { rowsOf, sabotage } from '../../../test/arrange.ts'
import { somebodyWaits } from '../../../test/meeting-point.ts'
import { fileWorld } from '../../../test/world.ts'
import { completeParties, givenBack, idsOf, soldAll, soldAt } from './fixtures/lines.ts'
import { billRefunds } from './issue.ts'
import { goOn } from './runs.ts'

const CUSTOMERS = 200
/** The number of customers in tests in which this number does not matter. */
const FEW = 30
const SALES = 3
/** The number of the customer, in the order of the run, at which the server is killed: while it stores that customer's result, which is lost. */
const KILLED_AT = 15

const w = await fileWorld()
await completeParties(w)
const { nord } = await idsOf(w, ['nord'])
const person = await w.signIn('nord')

/** Adds customers of nord, each with sales on this day. Returns their ids, and the day as a period. */
async function crowd(day: string, customers = FEW) {
  const [like] = await rowsOf<Record<string, unknown>>(w, `select * from organisations where tenant_id = 1 and kind = 'seller' and parent_id = $1 limit 1`, [
    nord,
  ])
  // These columns are not copied, because the database computes them or because they are unique among a parent's customers.
  const { may_be_parent: _, parent_may: _may, customer_number: _number, ...shop } = like ?? {}
  const ids = Array.from({ length: customers }, () => newId())
  await inTenant(w.owner, 1, async (q) => {
    for (const [i, id] of ids.entries())
      await insert(q, 'organisations', { ...shop, id, path: [...(shop['path'] as string[]).slice(0, -1), id], name: `Crowd ${i}` })
  })
  const hours = Array.from({ length: SALES }, (_, i) => new Date(`${day}T1${i}:00:00Z`))
  await soldAll(
    w,
    ids.flatMap((id) => hours.map((at) => ({ chain: [id, nord], prices: [9 * EURO], at }))),
  )
  return { ids, period: { date_from: day, date_to: day } }
}

const start = async (customer_ids: string[], period: { date_from: string; date_to: string }) =>
  (await person.calls.invoicesGenerate({ customer_ids, ...period })).run_id

/** Lets a server work on a run, turn after turn, until the run has a result for each customer. */
async function toTheEnd(run_id: string, customers: number) {
  while ((await person.calls.invoiceRun({ run_id })).results.length < customers) await goOn(w.services, 1, run_id)
}

/** Whether invoices are numbered from 1 without a gap, and how many claims, sales and documents these customers have. */
async function made(ids: string[]) {
  const numbers = await rowsOf<{ number: number }>(w, `select d.number from documents d where d.tenant_id = 1 and d.kind = 'invoice' order by d.number`)
  const [lines] = await rowsOf<{ claims: number; sales: number; documents: number; total: number }>(
    w,
    `select count(*)::int as claims, count(distinct l.line_id)::int as sales, count(distinct l.invoice_id)::int as documents,
            (select sum(i.lines_total)::bigint from invoices i where i.tenant_id = 1 and i.customer_id = any ($1)) as total
       from invoiced_lines l where l.tenant_id = 1 and l.customer_id = any ($1)`,
    [ids],
  )
  return { isWhole: numbers.every(({ number }, i) => number === i + 1), ...lines }
}

const everySale = (of: number) => ({ isWhole: true, claims: of * SALES, sales: of * SALES, documents: of, total: of * SALES * 9 * EURO })

/** Two runs bill the same customers from opposite ends. The first is killed halfway, and another server continues it. */
async function twoRuns(day: string, customers: number) {
  const { ids, period } = await crowd(day, customers)
  const [one, other] = [await start(ids, period), await start([...ids].reverse(), period)]
  let notes = 0
  const db = { ...w.services.db }
  db.write = (async (tenant_id, work) =>
    w.services.db.write(tenant_id, (q) =>
      work({
        query: (statement, values) => {
          if (typeof statement === 'string' && statement.includes('update invoice_runs set results') && ++notes === KILLED_AT) throw new Error('killed')
          return q.query(statement, values)
        },
      }),
    )) as typeof db.write
  const outcomes = await Promise.allSettled([goOn({ ...w.services, db }, 1, one), toTheEnd(other, customers)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  w.clock.advance(61_000)
  await toTheEnd(one, customers)
  const results = await Promise.all([one, other].map((run_id) => person.calls.invoiceRun({ run_id })))
  return { ids, results }
}

test('two runs of the same customers, one of them killed and resumed, number documents from 1 without a gap, and each sale is in one document', async () => {
  const { ids, results } = await twoRuns('2025-03-03', CUSTOMERS)
  expect(await made(ids)).toEqual(everySale(CUSTOMERS))
  // Each document is reported by the run that made it, even if the run was killed before it stored that result.
  expect(results.map(({ results: all }) => all.length)).toEqual([CUSTOMERS, CUSTOMERS])
  expect(results.flatMap(({ results: all }) => all.flatMap(({ documents }) => documents))).toHaveLength(CUSTOMERS)
  expect(results.flatMap(({ results: all }) => all.filter(({ problem }) => problem !== null && problem !== 'nothing'))).toEqual([])
}, 240_000) // Takes 15 seconds on a quiet machine, because each run needs several turns.

test('control: a run that ignores earlier claims makes documents of the same sales again', async () => {
  const [right, wrong] = [
    'on conflict (tenant_id, customer_id, line_id) do nothing',
    'on conflict (tenant_id, customer_id, line_id) do update set invoice_id = excluded.invoice_id',
  ]
  const open = 'where l.tenant_id = p_tenant and l.customer_id = p_customer and l.line_id = s.id)'
  await sabotage(w, 'claim_sales', open, open.replace(')', ' and false)'))
  await sabotage(w, 'claim_sales', right, wrong)
  const { ids } = await twoRuns('2025-03-04', FEW).finally(async () => {
    await sabotage(w, 'claim_sales', wrong, right)
    await sabotage(w, 'claim_sales', open.replace(')', ' and false)'), open)
  })
  expect(await made(ids)).not.toEqual(everySale(FEW))
})

describe('refunding a sale while it is being invoiced', () => {
  test('puts the refund either on the invoice or on a correction, and never on both', async () => {
    const day = '2025-03-05'
    const { ids, period } = await crowd(day)
    const sales = await rowsOf<{ id: string }>(w, 'select id from sales where tenant_id = 1 and seller_id = any ($1) order by seller_id, id', [ids])
    const run_id = await start(ids, period)
    // One sale of each customer is not refunded, because if all were refunded there would be no document.
    const backs = sales.filter((_, i) => i % SALES !== 0)
    await Promise.all([toTheEnd(run_id, FEW), ...backs.map(({ id }) => givenBack(w, id, new Date(`${day}T20:00:00Z`)))])
    const { run_id: corrections } = await person.calls.reclamationInvoicesGenerate({ customer_ids: ids, ...period })
    await toTheEnd(corrections, FEW)
    const [found] = await rowsOf<{ total: number; refunds: number }>(
      w,
      `select (select sum(lines_total)::bigint from invoices where tenant_id = 1 and customer_id = any ($1)) as total,
              (select count(*)::int from invoiced_lines where tenant_id = 1 and customer_id = any ($1) and line_id <> sale_id) as refunds`,
      [ids],
    )
    expect(found).toEqual({ total: (sales.length - backs.length) * 9 * EURO, refunds: backs.length })
  })
})

test('the claim of lines for a document cannot be committed without the document', async () => {
  const { ids, period } = await crowd('2025-03-06', 1)
  const claim = w.db.write(1, (q) =>
    q.query(`select count(*) from claim_sales(1, $1, $2, $3::timestamptz, $3::timestamptz + interval '1 day', '{O,S}', $4::uuid[], false)`, [
      ...[nord, ids[0], `${period.date_from}T00:00:00Z`],
      [newId(), newId()],
    ]),
  )
  await expect(claim).rejects.toMatchObject({ code: '23503' })
})

/**
 * Two runs of corrections have overlapping periods. The second begins when the first has claimed lines but has no number yet. The first run corrects the
 * younger of a customer's two documents, the second run both.
 */
async function overlapping(month: string) {
  const [customer_id = ''] = (await crowd(`${month}-01`)).ids
  const documents: string[] = []
  for (const day of ['02', '03']) {
    const at = new Date(`${month}-${day}T12:00:00Z`)
    documents.push(await soldAt(w, { chain: [customer_id, nord], prices: [9 * EURO], at }))
    const run_id = await start([customer_id], { date_from: `${month}-${day}`, date_to: `${month}-${day}` })
    await goOn(w.services, 1, run_id)
  }
  const [older = '', younger = ''] = documents
  await givenBack(w, younger, new Date(`${month}-10T12:00:00Z`))
  await givenBack(w, older, new Date(`${month}-20T12:00:00Z`))
  const billing = (date_to: string) => ({
    ...{ tenant_id: 1, issuer_id: nord, customer_id, run_id: newId(), user_id: newId(), now: w.clock.now() },
    ...{ date_from: `${month}-10`, date_to: `${month}-${date_to}` },
  })
  let other: Promise<unknown> | undefined
  const one = w.db.write(1, (q) =>
    billRefunds(
      {
        query: async (statement, values) => {
          const rows = await q.query(statement, values)
          if (typeof statement === 'string' && statement.includes('claim_refunds(')) {
            other = w.db.write(1, (theirs) => billRefunds(theirs, billing('28')))
            other.catch(() => undefined)
            await somebodyWaits(w)
          }
          return rows as never
        },
      },
      billing('15'),
    ),
  )
  const outcomes = await Promise.allSettled([one.then((made) => made.length), one.catch(() => undefined).then(() => other)])
  return outcomes.map(({ status }) => status)
}

describe('two runs of corrections whose periods overlap', () => {
  test('wait for each other without a deadlock', async () => {
    expect(await overlapping('2025-04')).toEqual(['fulfilled', 'fulfilled'])
  })

  test('control: end in a deadlock if the customer’s billing terms are not locked', async () => {
    const lock = 'perform lock_billing(p_tenant, v_original.customer_id);'
    await sabotage(w, 'claim_refunds', lock, 'null;')
    expect(await overlapping('2025-05').finally(() => sabotage(w, 'claim_refunds', 'null;', lock))).toContain('rejected')
  })
})

test('a sale is invoiced on the day of its created_at, as in every report, even if its id was made the day before', async () => {
  const { ids } = await crowd('2025-06-01')
  const [customer_id = ''] = ids
  const sale_id = await soldAt(w, { chain: [customer_id, nord], prices: [7 * EURO], at: new Date('2025-06-30T21:59:59.990Z') })
  await rowsOf(w, `update sales set created_at = '2025-06-30T22:00:00.010Z' where tenant_id = 1 and id = $1`, [sale_id])
  const toBill = async (day: string) =>
    (await person.calls.customersForInvoice({ date_from: day, date_to: day })).content.find((row) => row.customer_id === customer_id)?.amount
  expect([await toBill('2025-06-30'), await toBill('2025-07-01')]).toEqual([undefined, 7 * EURO])
  const billedOn = async (day: string) => {
    const run_id = await start([customer_id], { date_from: day, date_to: day })
    await goOn(w.services, 1, run_id)
    return (await person.calls.invoiceRun({ run_id })).results[0]
  }
  expect(await billedOn('2025-06-30')).toMatchObject({ problem: 'nothing' })
  expect(await billedOn('2025-07-01')).toMatchObject({ documents: [{ total: 7 * EURO }] })
})

test('a customer whose lock is not obtained in time is tried three times in all; then the run reports that customer as failed', async () => {
  const { ids, period } = await crowd('2025-09-01')
  const failing = (times: number) => {
    const db = { ...w.services.db }
    let left = times
    db.write = (async (tenant_id, work) =>
      w.services.db.write(tenant_id, (q) =>
        work({
          query: (statement, values) => {
            if (String(statement).includes('claim_sales(') && left-- > 0) throw Object.assign(new Error('lock'), { code: '55P03' })
            return q.query(statement, values)
          },
        }),
      )) as typeof db.write
    return { ...w.services, db }
  }
  const problems: unknown[] = []
  for (const [i, times] of [2, 3].entries()) {
    const run_id = await start(ids.slice(i, i + 1), period)
    await goOn(failing(times), 1, run_id)
    problems.push((await person.calls.invoiceRun({ run_id })).results[0]?.problem)
  }
  expect(problems).toEqual([null, 'failed'])
})

test('the period of an invoice run may begin long before the first sale', async () => {
  const { ids } = await crowd('2025-08-01')
  const run_id = await start(ids.slice(0, 1), { date_from: '0001-01-01', date_to: '2025-08-01' })
  await goOn(w.services, 1, run_id)
  expect((await person.calls.invoiceRun({ run_id })).results[0]?.documents).toHaveLength(1)
})
