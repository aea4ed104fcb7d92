// The faults benchmark in its short form, which CI runs.
import { expect, test } from 'vitest'
import { measure } from './faults.ts'
import { judge } from './judge.ts'

const key = 'a key'
const sold = { sale_id: 'a sale', pins: [{ pin_id: '1-0', pin: '11' }] }
const clean = {
  journal: [{ asked: { key, shop: 1, configuration: 1, quantity: 1 } }, { key, sold }],
  settled: new Map(),
  books: [{ key, sale_id: 'a sale', quantity: 1, pin_ids: ['1-0'] }],
  repeated: new Map([[key, sold]]),
  uuidOf: ({ key }: { key: string }) => key,
}
const nothing = { lost: 0, changed: 0, double: 0, stranger: 0, contradicted: 0, undecided: 0, unanswered: 0 }

test('comparing the books with the buyers’ journals reports nothing if they agree, and reports each kind of error if they differ', () => {
  expect(judge(clean)).toEqual(nothing)
  expect(judge({ ...clean, books: [] })).toEqual({ ...nothing, lost: 1 })
  expect(judge({ ...clean, books: [{ key, sale_id: 'a sale', quantity: 1, pin_ids: ['1-1'] }] })).toEqual({ ...nothing, lost: 1 })
  expect(judge({ ...clean, repeated: new Map([[key, { ...sold, pins: [] }]]) })).toEqual({ ...nothing, changed: 1 })
  expect(judge({ ...clean, journal: [] })).toEqual({ ...nothing, stranger: 1 })
  expect(judge({ ...clean, journal: clean.journal.slice(0, 1) })).toEqual({ ...nothing, undecided: 1, unanswered: 1 })
  expect(judge({ ...clean, journal: clean.journal.slice(0, 1), settled: new Map([[key, { refused: 'not_sold' }]]) })).toEqual({
    ...nothing,
    contradicted: 1,
    unanswered: 1,
  })
  const other = { asked: { key: 'another', shop: 2, configuration: 1, quantity: 1 } }
  const twice = judge({ ...clean, journal: [...clean.journal, other, { key: 'another', sold }], repeated: new Map([...clean.repeated, ['another', sold]]) })
  expect(twice).toEqual({ ...nothing, lost: 1, double: 1 })
})

test('no sale is lost, doubled or left open by network faults, a frozen database and kills; control: a database that acknowledges too early loses some sales', {
  timeout: 480_000,
}, async () => {
  const { pair, verdict, control } = await measure(new Set(['short']))
  for (const each of [pair.verdict, verdict]) expect(each).toMatchObject({ ...nothing, money_wrong: 0 })
  expect(pair.verdict.acknowledged).toBeGreaterThan(50)
  expect(verdict?.acknowledged).toBeGreaterThan(pair.verdict.acknowledged)
  expect(verdict?.left_open).toBeGreaterThan(0)
  expect(control?.verdict.lost).toBeGreaterThan(0)
  expect(control?.verdict.money_wrong).toBe(0)
})
