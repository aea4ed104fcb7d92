// Tests how a report's state is read from its address, and how the change of a figure is calculated.
import { expect, test } from 'vitest'
import { changeOf, reportFrom } from './report.ts'

const now = new Date('2026-11-21T23:30:00Z')
const groups = [
  { value: 'day', label: 'Day' },
  { value: 'product', label: 'Product' },
] as const

test('an address sets period, comparison and grouping of a report; a missing parameter has its default', () => {
  expect(reportFrom({ period: 'last_month', compare: 'before', group: 'product' }, { compares: true, groups }, now)).toEqual({
    ...{ name: 'last_month', from: '2026-10-01', to: '2026-10-31', group: 'product' },
    ...{ comparison: 'before', compared: { name: 'last_month', from: '2026-09-01', to: '2026-09-30' } },
  })
  expect(reportFrom({ compare: 'x', group: 'x' }, { usual: 'this_month', compares: true, groups }, now)).toEqual({
    ...{ name: 'this_month', from: '2026-11-01', to: '2026-11-22', group: 'day' },
    ...{ comparison: undefined, compared: undefined },
  })
})

test('a report without comparison and groupings ignores both in its address', () => {
  expect(reportFrom({ compare: 'before', group: 'product' }, {}, now)).toMatchObject({
    name: 'today',
    comparison: undefined,
    compared: undefined,
    group: undefined,
  })
})

test('a change of a figure is given in hundredths of a percent of the earlier value', () => {
  expect([changeOf(110, 80), changeOf(60, 80), changeOf(-5, -10), changeOf(-15, -10)]).toEqual([3750, -2500, 5000, -5000])
})

test('a change from zero has no percentage; from zero to zero it is no change', () => {
  expect([changeOf(5, 0), changeOf(0, 0)]).toEqual([undefined, 0])
})
