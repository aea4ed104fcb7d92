// Customer numbers in a move from another system: the dry run checks them against the file and against existing customers, and customers get them when they are
// added.

import { expect, test } from 'vitest'
import { moveColumns } from '../../../../contract/customers/moving-in.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { rowsOf, wrongs } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { goOn } from './carry-out.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')

type Cells = Partial<Record<(typeof moveColumns)[number], string>>
/** A valid row of the file of customers; `n` makes its names unique. */
const customer = (n: string, more: Cells): string[] => {
  const cells: Cells = { name: `Kiosk ${n}`, username: `kiosk-${n}`, email: `kiosk-${n}@example.test`, mobile: '+33 6 12 34 56 78', ...more }
  return moveColumns.map((column) => cells[column] ?? '')
}
const start = async (customers: string[][]) =>
  nord.calls.moveStart({ transaction_key: (await nord.calls.transactionKey({})).transaction_key, customers, prices: [], remarks: 'opening balance' })
const rowsOfMove = async (move_id: string) => (await nord.calls.moveRows({ move_id })).content

test('the dry run names a customer number that an earlier row or another customer has, and customers of a move get their numbers', async () => {
  const first = await start([customer('n-1', { customer_number: ' M-1 ' })])
  await goOn(w.services, 1, first.move_id)
  const [row] = await rowsOfMove(first.move_id)
  expect(row).toMatchObject({ outcome: 'equal' })
  expect(await nord.calls.customerDetails({ customer_id: row?.customer_id ?? '' })).toMatchObject({ customer_number: 'M-1' })
  expect((await nord.calls.customerSearch({ search_text: 'M-1' })).content).toMatchObject([{ customer_id: row?.customer_id }])
  const numbers = ['M-2', 'M-2', 'M-1', 'M'.repeat(31), 'M\t3', '', ' ']
  const customers = numbers.map((customer_number, i) => customer(`n-2-${i}`, { customer_number }))
  // An older client sends rows without the last cell, the customer number; such a row is valid.
  const { problems, bad } = await nord.calls.moveCheck({ customers: [...customers, customer('n-old', {}).slice(0, -1)] })
  expect(problems.map(({ row, field, code, limit }) => [row, field, code, limit])).toEqual([
    [2, 'customer_number', 'row_twice', '1'],
    [3, 'customer_number', 'number_taken', null],
    [4, 'customer_number', 'too_long', '30'],
    [5, 'customer_number', 'invalid_value', null],
  ])
  expect(bad).toBe(4)
  await expect(start(customers.slice(2, 3))).rejects.toMatchObject({
    ...{ code: 'invalid_input', problems: [{ field: 'customers.0.customer_number', code: 'number_taken' }] },
  })
  // Another reseller's customer may have the number.
  const sud = await w.signIn('sud')
  expect((await sud.calls.moveCheck({ customers: [customer('n-sud', { customer_number: 'M-1' })] })).problems).toEqual([])
})

test('a customer whose number is given to another customer after the dry run is not added, and the report names the reason', async () => {
  const { move_id } = await start([customer('late-1', { customer_number: 'L-1', balance: '5' }), customer('late-2', { customer_number: 'L-2', balance: '5' })])
  const [kiosque] = (await nord.calls.customerSearch({ search_text: 'kiosque' })).content
  await nord.calls.customerUpdate({ customer_id: kiosque?.customer_id ?? '', customer_number: 'L-1' })
  await goOn(w.services, 1, move_id)
  expect((await rowsOfMove(move_id)).map(({ outcome, code }) => [outcome, code])).toEqual([
    ['refused', 'number_taken'],
    ['equal', ''],
  ])
  const added = `select u.username, b.balance from users u join wallets b on b.tenant_id = 1 and b.organisation_id = u.organisation_id
                  where u.tenant_id = 1 and u.username like 'kiosk-late-%'`
  expect(await rowsOf(w, added)).toEqual([{ username: 'kiosk-late-2', balance: 5 * EURO }])
  expect(await wrongs(w)).toEqual([])
})
