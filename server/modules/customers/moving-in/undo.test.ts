// A move can be undone, only as a whole, until one of its customers has sold or has another booking. The books stay right whatever happens at the same time.

import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { goods, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { goOn } from './carry-out.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const PASSWORD_OF = `(select password_hash from users where tenant_id = 1 and username = 'nord')`

const key = async (person: Person) => (await person.calls.transactionKey({})).transaction_key
const customer = (n: string, balance = '40', limit = '10') => {
  return [`Kiosk ${n}`, `kiosk-${n}`, `kiosk-${n}@example.test`, '+33 6 12 34 56 78', '', '', '', '', '', '', '', '', 'Gold', balance, limit, `No. ${n}`]
}
const foundBy = async (search_text: string) => (await nord.calls.customerSearch({ search_text })).content.map(({ customer_id }) => customer_id)
async function move(...customers: string[][]) {
  const { move_id } = await nord.calls.moveStart({ transaction_key: await key(nord), customers, remarks: 'opening balance' })
  await goOn(w.services, 1, move_id)
  // Dates the move two days back, so that it does not count towards the daily limit of moves.
  await rowsOf(w, `update moves set created_at = created_at - interval '2 days' where tenant_id = 1`)
  return { move_id, ids: (await nord.calls.moveRows({ move_id })).content.map(({ customer_id }) => customer_id ?? '') }
}
const undo = (move_id: string) => nord.calls.moveUndo({ move_id })
const walletsOf = (ids: readonly string[]) =>
  rowsOf<{ balance: number; credit_limit: number; is_active: boolean }>(
    w,
    'select balance, credit_limit, is_active from wallets where tenant_id = 1 and organisation_id = any ($1) order by organisation_id',
    [ids],
  )
/** Makes a move with a shop that can sell: its manager has a password, and it has goods at a price. */
async function selling(n: string) {
  const moved = await move(customer(n), customer(`${n}-2`))
  await rowsOf(w, `update users set password_hash = ${PASSWORD_OF} where tenant_id = 1 and username = $1`, [`kiosk-${n}`])
  const { product_id, configuration_id } = await goods(w, { pins: 3, euro: 10 })
  await nord.calls.assignedChange({ action: 'add', customer_id: moved.ids[0] ?? '', pad_list: [{ product_id, discount: 0 }] })
  const shop = await w.signIn(`kiosk-${n}`)
  return { ...moved, sell: async () => shop.calls.sell({ transaction_key: await key(shop), configuration_id, quantity: 1 }) }
}

test('an undone move leaves no money, prices, names or customer numbers behind, and the same file can be moved in again', async () => {
  const { move_id, ids } = await move(customer('again'), customer('again-2', '', ''))
  expect(await foundBy('No. again-2')).toEqual([ids[1]])
  expect(await undo(move_id)).toEqual({ customers: 2, used: null })
  const nothing = { balance: 0, credit_limit: 0, is_active: false }
  expect(await walletsOf(ids)).toEqual([nothing, nothing])
  const details = await nord.calls.customerDetails({ customer_id: ids[0] ?? '' })
  expect(details).toMatchObject({ plan_name: null, is_active: false, stopped_reason: 'Moving in undone', username: `undone.${ids[0]}`, customer_number: '' })
  expect(await foundBy('No. again-2')).toEqual([])
  const { content } = await nord.calls.walletHistory({ filters: { customer_id: ids[0] ?? '' } })
  expect(content.map(({ kind }) => kind).sort()).toEqual(['correction', 'credit_limit', 'credit_limit', 'top_up'])
  const { content: report, totals } = await nord.calls.moveRows({ move_id })
  expect(report.map(({ outcome }) => outcome)).toEqual(['undone', 'undone'])
  expect(totals).toMatchObject({ balance: 40 * EURO, balance_booked: 0, credit_limit_booked: 0 })
  expect((await nord.calls.movesList({ filters: { move_id } })).content[0]).toMatchObject({ state: 'undone' })
  // The answer was lost, so the request is sent again: it gets the same answer and books nothing.
  expect(await undo(move_id)).toEqual({ customers: 2, used: null })
  const second = await move(customer('again'), customer('again-2', '', ''))
  expect(await walletsOf(second.ids)).toMatchObject([{ balance: 40 * EURO }, { balance: 0 }])
  expect(await foundBy('No. again-2')).toEqual([second.ids[1]])
  expect(await wrongs(w)).toEqual([])
})

test('a move cannot be undone after a customer’s first sale, another booking or another credit limit; the answer says why', async () => {
  const sold = await selling('sold')
  await sold.sell()
  expect(await undo(sold.move_id)).toEqual({ customers: 0, used: { name: 'Kiosk sold', why: 'sold' } })
  expect(await walletsOf(sold.ids)).toMatchObject([
    { balance: 30 * EURO, is_active: true },
    { balance: 40 * EURO, is_active: true },
  ])
  const booked = await move(customer('booked'), customer('untouched'))
  await nord.calls.walletChange({ transaction_key: await key(nord), customer_id: booked.ids[1] ?? '', amount: EURO })
  expect(await undo(booked.move_id)).toEqual({ customers: 0, used: { name: 'Kiosk untouched', why: 'booked' } })
  const limited = await move(customer('limited', '', ''))
  await nord.calls.walletChange({ transaction_key: await key(nord), customer_id: limited.ids[0] ?? '', type: 'credit_limit', amount: EURO })
  expect(await undo(limited.move_id)).toMatchObject({ used: { why: 'booked' } })
  expect((await nord.calls.movesList({ filters: { move_id: booked.move_id } })).content[0]).toMatchObject({ state: 'done' })
  expect(await wrongs(w)).toEqual([])
})

test('if a move is undone while one of its customers makes its first sale, either the sale is refused or nothing is undone', async () => {
  for (let i = 0; i < 4; i++) {
    const { move_id, ids, sell } = await selling(`race-${i}`)
    const [sale, undone] = await Promise.allSettled([sell(), undo(move_id)])
    const isUndone = undone.status === 'fulfilled' && undone.value.used === null
    expect(sale.status).toBe(isUndone ? 'rejected' : 'fulfilled')
    const balance = (await walletsOf(ids)).map((wallet) => wallet.balance / EURO)
    expect(balance).toEqual(isUndone ? [0, 0] : [30, 40])
  }
  expect(await wrongs(w)).toEqual([])
})

test('control: if undoing a move did not check sales and transfers, the database would refuse to undo it', async () => {
  await sabotage(w, 'lock_move', "s.seller_id = w.organisation_id) then 'sold'", "s.seller_id is null) then 'sold'")
  const { move_id, sell } = await selling('control')
  await sell()
  // Control: without the check for sales, the check of the number of transfers still finds the sale, but reports it as a booking.
  expect(await undo(move_id)).toMatchObject({ used: { why: 'booked' } })
  await sabotage(w, 'lock_move', 'w.transfers <> (t.seq is not null)::int or exists (', 'exists (')
  await expect(undo(move_id)).rejects.toMatchObject({ code: 'credit_limit_too_low' })
})
