// A period that ends before it begins is refused with an error at its end field, in every call that has a period.
import { expect, test } from 'vitest'
import { calls } from '../../contract/index.ts'
import { decode } from './mount.ts'
import { periodProblems } from './periods.ts'

const [early, late] = ['2026-03-01', '2026-03-02']
const backwards = { date_from: late, date_to: early }

test('a period that ends before it begins is reported at its end field, also as the period to compare with and in the filters', () => {
  const compared = { date_from_2: late, date_to_2: early }
  expect(periodProblems({ ...backwards, ...compared, filters: backwards }).map(({ field }) => field)).toEqual(['date_to', 'date_to_2', 'filters.date_to'])
})

test('a period of one day, a period with only one end, and no period at all are valid', () => {
  const sound = [
    { date_from: early, date_to: early },
    { date_from: early, date_to: late },
    { date_from: late },
    { date_to: early },
    { filters: {} },
    {},
    undefined,
  ]
  for (const input of sound) expect(periodProblems(input)).toEqual([])
})

test.each([
  ['salesList', backwards, 'date_to'],
  ['stockHistory', backwards, 'date_to'],
  ['ledgerOwn', { filters: JSON.stringify(backwards) }, 'filters.date_to'],
  ['invoicesList', { filters: JSON.stringify(backwards) }, 'filters.date_to'],
  ['datevFile', backwards, 'date_to'],
] as const)('the call %s refuses a period that ends before it begins, and names the end field', (name, fields, field) => {
  expect(() => decode(calls[name], fields)).toThrow(
    expect.objectContaining({ code: 'invalid_input', problems: [{ field, code: 'too_small', limit: backwards.date_from }] }),
  )
})
