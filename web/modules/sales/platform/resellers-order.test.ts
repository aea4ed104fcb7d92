import { expect, test } from 'vitest'
import { orderOf, sorted, USUAL } from './resellers-order.ts'

const reseller = (tenant_id: number, amount: number | undefined) => ({
  tenant_id,
  name: `R${tenant_id}`,
  sales: amount === undefined ? null : { today: { face_total: amount }, margin_total: amount },
  waiting: amount === undefined ? null : [{ count: amount }],
})
const rows = [reseller(1, undefined), reseller(2, -5), reseller(3, 7), reseller(4, undefined), reseller(5, 0)]
const numbers = (order: string) => sorted(rows, order).map(({ tenant_id }) => tenant_id)

test('resellers whose figures could not be read come last, whichever way the table is sorted', () => {
  for (const column of ['today', 'margin', 'waiting']) {
    expect(numbers(column)).toEqual([2, 5, 3, 1, 4])
    expect(numbers(`-${column}`)).toEqual([3, 5, 2, 1, 4])
  }
  expect([numbers('name'), numbers('-name')]).toEqual([
    [1, 2, 3, 4, 5],
    [5, 4, 3, 2, 1],
  ])
})

test('if the address names no column of the table of resellers, the table has its usual order', () => {
  expect([undefined, 'constructor', '-nothing', 'margin'].map(orderOf)).toEqual([USUAL, USUAL, USUAL, 'margin'])
})
