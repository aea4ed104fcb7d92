// Random months: at every hop, what is billed and what is not yet billed add up to all sales, to the ten-thousandth.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { billed, completeParties, givenBack, idsOf, soldAll, treatments } from './fixtures/lines.ts'

const w = await fileWorld()
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque', 'gare', 'sud', 'port'])
const [nord, sud] = [await w.signIn('nord'), await w.signIn('sud')]

/** The chains of the sales: each organisation buys from the one after it. */
const chains = [
  [ids.kiosque, ids.nord],
  [ids.gare, ids.nord],
  [ids.port, ids.sud, ids.nord],
  [ids.port, ids.sud],
] as const
const hops = [
  { person: nord, issuer: ids.nord, customers: [ids.kiosque, ids.gare, ids.sud] },
  { person: sud, issuer: ids.sud, customers: [ids.port] },
] as const

type Line = { chain: readonly string[]; prices: number[]; quantity: number; back: number }

const sale = fc.record({
  chain: fc.constantFrom(...chains),
  vat: fc.constantFrom(...treatments),
  quantity: fc.integer({ min: 1, max: 5 }),
  price: fc.integer({ min: 1, max: 12 * EURO }),
  margin: fc.integer({ min: 0, max: EURO }),
  /** When the sale is made, in minutes after the beginning of the month: from one hour before the month to one hour after it. Each month here has 31 days. */
  minute: fc.integer({ min: -60, max: 31 * 24 * 60 + 60 }),
  back: fc.option(fc.record({ quantity: fc.integer({ min: 1, max: 5 }), days: fc.integer({ min: 0, max: 20 }), isLate: fc.boolean() })),
})
/** The months of the tests: in March and October the clocks change, and December ends a year. */
const month = fc.constantFrom('03', '10', '12')

let year = 1972

/**
 * Writes the sales of a month, bills the month twice, and makes refunds before, between and after the two runs. Returns the lines, and the period
 * that contains all documents.
 */
async function lived(sales: readonly (typeof sale extends fc.Arbitrary<infer S> ? S : never)[], of: string) {
  year++
  const [date_from, date_to] = [`${year}-${of}-01`, `${year}-${of}-31`]
  const begin = Date.parse(`${date_from}T00:00:00Z`)
  const lines: Line[] = []
  const late: (() => Promise<unknown>)[] = []
  const facts = sales.map(({ price, margin, minute, chain, vat, quantity }) => {
    const prices = chain.slice(1).map((_, i) => price + margin * (chain.length - i))
    return { chain, prices, at: new Date(begin + minute * 60_000), quantity, vat, value: 13 * EURO }
  })
  const written = await soldAll(w, facts)
  for (const [i, { chain, quantity, back }] of sales.entries()) {
    const { prices, at } = facts[i] as (typeof facts)[number]
    const id = written[i] ?? ''
    const given = back ? Math.min(back.quantity, quantity) : 0
    const give = () => (back && given ? givenBack(w, id, new Date(at.getTime() + back.days * 24 * 3_600_000), given) : Promise.resolve())
    if (back?.isLate) late.push(give)
    else await give()
    lines.push({ chain, prices, quantity, back: given })
  }
  const whole = { date_from: `${year - 1}-12-01`, date_to: `${year + 1}-02-28` }
  for (const { person, customers } of hops) await billed(w, person, [...customers], { date_from, date_to })
  for (const give of late) await give()
  const made = [...lines]
  for (const { person, customers } of hops) {
    await billed(w, person, [...customers], { date_from, date_to: `${year}-${of}-15` })
    await billed(w, person, [...customers], whole, 'reclamationInvoicesGenerate')
  }
  return { lines: made, from: `${year}-${of}-01`, whole }
}

const brute = (lines: readonly Line[], customer: string, issuer: string) =>
  lines.reduce((sum, { chain, prices, quantity, back }) => {
    const at = chain.indexOf(customer)
    return at >= 0 && chain[at + 1] === issuer ? sum + (quantity - back) * (prices[at] ?? 0) : sum
  }, 0)

/**
 * What the customer was billed, plus the amount still to be billed, less the amount still to be corrected. The amounts still to be billed and to be corrected
 * come from the issuer's lists.
 */
async function told({ person, issuer }: (typeof hops)[number], customer: string, whole: { date_from: string; date_to: string }) {
  const open = async (call: 'customersForInvoice' | 'customersForReclamationInvoice') =>
    (await person.calls[call]({ ...whole })).content.find(({ customer_id }) => customer_id === customer)?.amount ?? 0
  const [row] = await rowsOf<{ total: number }>(
    w,
    `select coalesce(sum(lines_total), 0)::bigint as total from invoices where tenant_id = 1 and customer_id = $1 and issuer_id = $2
        and date_to between $3 and $4`,
    [customer, issuer, whole.date_from, whole.date_to],
  )
  return (row?.total ?? 0) + (await open('customersForInvoice')) - (await open('customersForReclamationInvoice'))
}

const months = fc.tuple(fc.array(sale, { minLength: 1, maxLength: 12 }), month)

test('the amounts on documents and the amounts not invoiced yet add up to all lines, whatever was refunded and whenever', async () => {
  await fc.assert(
    fc.asyncProperty(months, async ([sales, of]) => {
      // Each round of this property test uses other years, so that its months contain no lines of another round.
      year += 3
      const { lines, whole } = await lived(sales, of)
      for (const hop of hops) for (const customer of hop.customers) expect(await told(hop, customer, whole)).toBe(brute(lines, customer, hop.issuer))
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

test('control: if an amount is missing from documents and lists, the sums differ', async () => {
  year += 3
  const { lines, whole } = await lived([{ chain: chains[0], vat: treatments[0], quantity: 2, price: EURO, margin: 0, minute: 60, back: null }], '03')
  await rowsOf(w, `update invoices set lines_total = lines_total - 1 where tenant_id = 1 and date_to between $1 and $2`, [whole.date_from, whole.date_to])
  expect(await told(hops[0], ids.kiosque, whole)).not.toBe(brute(lines, ids.kiosque, ids.nord))
})
