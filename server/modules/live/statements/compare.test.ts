// The comparison of a statement with our orders, without a database: for any statement the single differences add up to the whole difference, and lines
// that match are not among them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderRow } from './compare.sql.ts'
import { compare, FOREIGN_MAX, folded, type Line } from './compare.ts'

const keys = ['a', 'b', 'c', 'd', 'e', 'f']
const cost = fc.integer({ min: 0, max: 5 })
const order = (key: string) =>
  fc
    .record({ key: fc.constant(key), state: fc.constantFrom('delivered', 'refused', 'reversed', 'manual'), cost })
    .map((one): OrderRow => ({ ...one, is_open: one.state === 'manual' }))
const line: fc.Arbitrary<Line> = fc.record({
  key: fc.option(fc.constantFrom(...keys, 'x')),
  reference: fc.constantFrom('s1', 's2'),
  cost: fc.option(cost),
  is_reversal: fc.boolean(),
})
const given = fc.record({ orders: fc.tuple(...keys.map(order)), lines: fc.array(line, { maxLength: 20 }) })
const sums = ({ orders, lines }: { orders: OrderRow[]; lines: Line[] }) => {
  const silent = orders.filter(({ key, state }) => state === 'delivered' && lines.every((one) => one.key !== key))
  return compare(lines, { orders, elsewhere: [], silent })
}
/** The part of the whole difference that the single differences do not explain. */
const unexplained = ({ differences, theirs, ours }: ReturnType<typeof compare>) =>
  theirs - ours - differences.reduce((sum, one) => sum + one.theirs - one.ours, 0)

test('the differences found add up to a statement’s whole difference from our orders; control: without one kind of difference they do not add up', () => {
  fc.assert(
    fc.property(given, (of) => unexplained(sums(of)) === 0),
    { numRuns: 2_000 },
  )
  for (const kind of ['missing', 'extra', 'amount', 'state', 'duplicate', 'unread']) {
    const blind = (of: Parameters<typeof sums>[0]) => {
      const { differences, ...all } = sums(of)
      return { ...all, differences: differences.filter((one) => one.kind !== kind) }
    }
    expect(
      fc.check(
        fc.property(given, (of) => unexplained(blind(of)) === 0),
        { numRuns: 2_000 },
      ).failed,
      kind,
    ).toBe(true)
  }
})

test('orders that both sides count as delivered, at the same price, make no difference', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...keys)), cost, (delivered, price) => {
      const orders = delivered.map((key): OrderRow => ({ key, state: 'delivered', is_open: false, cost: price }))
      const lines = delivered.map((key): Line => ({ key, reference: key, cost: price, is_reversal: false }))
      expect(compare(lines, { orders, elsewhere: [], silent: [] }).differences).toEqual([])
    }),
  )
})

test('many lines with unknown references make a single case with their sum, while a few lines make one case each', () => {
  const strange = (n: number) => Array.from({ length: n }, (_, i): Line => ({ key: null, reference: `s${i}`, cost: 3, is_reversal: false }))
  const of = (n: number) => compare(strange(n), { orders: [], elsewhere: [], silent: [] }).differences
  expect(folded(of(FOREIGN_MAX), '2026-11-26')).toHaveLength(FOREIGN_MAX)
  expect(folded(of(9_000), '2026-11-26')).toMatchObject([{ kind: 'extra', subject: '2026-11-26', theirs: 27_000, ours: 0, lines: 9_000 }])
})
