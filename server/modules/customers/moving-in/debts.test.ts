// Opening balances below zero: a customer that owes money on the day of its move owes the same amount in the portal. A debt needs a second person like all
// credit, is booked only once, and does not count as a sale, a top-up or a payment.

import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { goods, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { findingsAfter } from '../../../test/corruption.ts'
import { addAccount } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'
import { goOn, goOnWithAll } from './carry-out.ts'
import { customer, key, killed, moving } from './fixtures/moves.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const { start, move, rowsOfMove, walletsOf } = moving(w, nord)
const DEBT = { balance: '-125.40', credit_limit: '200' }
const owed = 125.4 * EURO
const oneMayGive = (amount: number | null) =>
  rowsOf(w, 'update organisations set credit_approval_above = $1 where tenant_id = 1 and id = $2', [amount, nord.customer_id])
const historyOf = (customer_id: string, kind?: 'moved_in' | 'top_up' | 'correction') =>
  nord.calls.walletHistory({ filters: { customer_id, ...(kind && { kind }) } })
const movedIn = (seq = 1) => rowsOf<{ kind: string }>(w, `select kind from transfers where tenant_id = 1 and payment_mode = 'moved_in' and seq >= $1`, [seq])

test('a debt becomes a balance below zero with an entry of its own, and the sum of all wallets changes by the sum of the file', async () => {
  const sum = async () => Number((await rowsOf<{ n: number }>(w, 'select sum(balance)::bigint as n from wallets where tenant_id = 1'))[0]?.n)
  const before = await sum()
  const customers = [customer('owes', DEBT), customer('has', { balance: '30.15' })]
  expect(await nord.calls.moveCheck({ customers })).toMatchObject({ bad: 0, balance: -95.25 * EURO, credit_limit: 200 * EURO })
  const { move_id, ids } = await move(customers)
  const [row] = await rowsOfMove(move_id)
  expect(row).toMatchObject({ outcome: 'equal', code: '', balance: -owed, balance_booked: -owed, credit_limit_booked: 200 * EURO })
  expect((await sum()) - before).toBe(-95.25 * EURO)
  expect(await walletsOf(['kiosk-owes'])).toMatchObject([{ balance: -owed, credit_limit: 200 * EURO, transfers: 1 }])
  const [customer_id = ''] = ids
  expect(
    (await historyOf(customer_id)).content.map(({ kind, amount, before, after, payment_mode, remarks, correction }) => [
      kind,
      amount,
      before,
      after,
      payment_mode,
      remarks,
      correction,
    ]),
  ).toEqual([
    ['moved_in', -owed, 0, -owed, '', 'opening balance', null],
    ['credit_limit', 200 * EURO, 0, 200 * EURO, '', 'opening balance', null],
  ])
  expect((await historyOf(customer_id, 'moved_in')).totals).toMatchObject({ bookings: 1, amount: -owed })
  for (const kind of ['top_up', 'correction'] as const) expect((await historyOf(customer_id, kind)).totals).toMatchObject({ bookings: 0, amount: 0 })
  const ledger = await nord.calls.ledgerCustomer({ customer_id })
  expect(ledger.content.map(({ kind, debit, balance_after }) => [kind, debit, balance_after])).toContainEqual(['moved_in', owed, -owed])
  expect((await nord.calls.ledgerCustomer({ customer_id, filters: { kind: 'correction' } })).totals.movements).toBe(0)
  expect((await nord.calls.walletRecent({ customer_id })).content).toMatchObject([{ kind: 'moved_in', amount: -owed }])
  expect((await nord.calls.customerDetails({ customer_id })).timeline.map(({ kind }) => kind)).toContain('moved_in')
  const written = await rowsOf<{ action: string; after: unknown }>(w, `select action, after from audit where tenant_id = 1 and subject_id = $1 order by id`, [
    customer_id,
  ])
  expect(written.map(({ action }) => action)).toEqual(['customerAdd', 'walletChange', 'walletChange'])
  expect(written.at(-1)?.after).toEqual({ balance: '-125.40' })
  expect(await wrongs(w)).toEqual([])
})

test('a debt changes no figure of sales, of money received, of invoices or of the forecast', async () => {
  const figures = async () => ({
    moved: await rowsOf(w, `select sum(received_total) as received, sum(paid_total) as paid from moved_days where tenant_id = 1`),
    sales: (await nord.calls.salesByGroup({})).totals,
    invoices: (await nord.calls.invoicesList({})).filters.total_count,
    unbilled: (await nord.calls.customersForInvoice({})).totals,
    topped: (await nord.calls.walletHistory({ filters: { kind: 'top_up' } })).totals,
    corrected: (await nord.calls.walletHistory({ filters: { kind: 'correction' } })).totals,
  })
  const before = await figures()
  const { ids } = await move([customer('quiet', DEBT)])
  expect(await figures()).toEqual(before)
  const [customer_id = ''] = ids
  expect((await nord.calls.walletRecent({ customer_id })).lasts_until).toBeNull()
  // Control: a top-up changes the figures that are compared above.
  await nord.calls.walletChange({ transaction_key: await key(nord), customer_id, amount: EURO })
  expect((await figures()).topped).not.toEqual(before.topped)
})

test('undoing a move reverses a debt and leaves nothing behind; after the customer’s first sale, which uses the rest of its limit, nothing is undone', async () => {
  const { move_id, ids } = await move([customer('undone', DEBT), customer('undone-2', { balance: '5' })])
  expect(await nord.calls.moveUndo({ move_id })).toEqual({ customers: 2, used: null })
  expect(await nord.calls.moveUndo({ move_id })).toEqual({ customers: 2, used: null })
  const { content, totals } = await historyOf(ids[0] ?? '', 'moved_in')
  expect(content.map(({ amount, corrects }) => [amount, corrects?.amount ?? null])).toEqual([
    [owed, owed],
    [-owed, null],
  ])
  expect(totals.amount).toBe(0)
  const again = await move([customer('undone', DEBT)])
  expect(await walletsOf(['kiosk-undone'])).toMatchObject([{ balance: -owed, is_active: true }])
  const password = `(select password_hash from users where tenant_id = 1 and username = 'nord')`
  await rowsOf(w, `update users set password_hash = ${password} where tenant_id = 1 and username = 'kiosk-undone'`)
  const { product_id, configuration_id } = await goods(w, { pins: 10, euro: 25 })
  await nord.calls.assignedChange({ action: 'add', customer_id: again.ids[0] ?? '', pad_list: [{ product_id, discount: 0 }] })
  const shop = await w.signIn('kiosk-undone')
  // The limit of 200.00 less the debt of 125.40 pays for two cards of 25.00 and not for a third.
  await expect(shop.calls.sell({ transaction_key: await key(shop), configuration_id, quantity: 3 })).rejects.toMatchObject({ code: 'credit_limit_reached' })
  await shop.calls.sell({ transaction_key: await key(shop), configuration_id, quantity: 2 })
  expect((await shop.calls.walletOwn({ filters: { kind: 'moved_in' } })).content).toMatchObject([{ kind: 'moved_in', amount: -owed }])
  expect(await nord.calls.moveUndo({ move_id: again.move_id })).toMatchObject({ customers: 0, used: { why: 'sold' } })
  expect(await wrongs(w)).toEqual([])
})

test('a debt above what one person may book waits, together with its limit, for a second person, who approves the limit first', async () => {
  const { username } = await addAccount(w, 'nord', { internal_role: 1, flags: ['has_customers', 'has_credit'] })
  const [clerk, second] = [await w.signIn(username), await w.signIn((await addAccount(w, 'nord', { internal_role: 0 })).username)]
  await oneMayGive(100 * EURO)
  const customers = [
    customer('large', DEBT),
    customer('small', { balance: '-20', credit_limit: '150' }),
    customer('alone', { balance: '-20', credit_limit: '50' }),
  ]
  expect(await clerk.calls.moveCheck({ customers })).toMatchObject({ waiting: 4 })
  const { move_id } = await start(customers, [], clerk)
  await goOn(w.services, 1, move_id)
  expect((await rowsOfMove(move_id)).map(({ outcome, balance_booked }) => [outcome, balance_booked])).toEqual([
    ['waiting', 0],
    ['waiting', 0],
    ['equal', -20 * EURO],
  ])
  const requests = async (name: string) =>
    (await second.calls.creditRequestsList({ limit: 100, filters: { state: 'waiting' } })).content.filter(({ customer_name }) => customer_name === name)
  const idOf = async (type: string) => (await requests('Kiosk large')).find((one) => one.type === type)?.request_id ?? ''
  expect((await requests('Kiosk large')).map(({ type, amount }) => [type, amount]).sort()).toEqual([
    ['credit_limit', 200 * EURO],
    ['moved_in', owed],
  ])
  const [debt, limit] = [await idOf('moved_in'), await idOf('credit_limit')]
  await expect(clerk.calls.creditRequestDecide({ request_id: debt, action: 'approve' })).rejects.toMatchObject({ code: 'own_request' })
  await expect(second.calls.creditRequestDecide({ request_id: debt, action: 'approve' })).rejects.toMatchObject({
    ...{ code: 'credit_limit_too_low', detail: { lowest: '125.40' } },
  })
  for (const request_id of [limit, debt]) await second.calls.creditRequestDecide({ request_id, action: 'approve' })
  await expect(second.calls.creditRequestDecide({ request_id: debt, action: 'approve' })).rejects.toMatchObject({ code: 'request_over' })
  expect(await walletsOf(['kiosk-large'])).toMatchObject([{ balance: -owed, transfers: 1 }])
  expect((await rowsOfMove(move_id))[0]).toMatchObject({ outcome: 'equal', balance_booked: -owed })
  expect(await wrongs(w)).toEqual([])
  await oneMayGive(null)
})

test('only a move books a debt; a clerk can neither book a debt in another way nor reverse a debt alone', async () => {
  const { username } = await addAccount(w, 'nord', { internal_role: 1, flags: ['has_customers'] })
  const clerk = await w.signIn(username)
  await expect(clerk.calls.moveCheck({ customers: [customer('hidden', DEBT)] })).rejects.toMatchObject({ code: 'forbidden' })
  const { ids } = await move([customer('kept', DEBT)])
  const [customer_id = ''] = ids
  const entry_id = (await historyOf(customer_id, 'moved_in')).content[0]?.entry_id ?? ''
  await expect(nord.calls.walletCorrect({ transaction_key: await key(nord), entry_id, reason: 'wrong' })).rejects.toMatchObject({ code: 'not_found' })
  const [row] = await rowsOf<{ user_id: string }>(w, `select id as user_id from users where tenant_id = 1 and username = 'nord'`)
  const made = { tenant_id: 1, key: newId(), id: newId(), user_id: row?.user_id ?? '', actor_id: nord.customer_id }
  const booking = { ...made, customer_id, amount: EURO, remarks: '', hands: null }
  await expect(w.services.db.write(1, (q) => w.services.money.openWithDebt(booking, q))).rejects.toMatchObject({ code: 'PX404' })
})

test('a server that is killed after it booked a debt does not lead to a second booking', async () => {
  const { move_id } = await start([customer('kill', DEBT), customer('kill-2', DEBT)])
  await expect(goOn(killed(w, 'update move_rows'), 1, move_id)).rejects.toThrow('killed')
  expect(await walletsOf(['kiosk-kill'])).toMatchObject([{ balance: -owed, transfers: 1 }])
  w.clock.advance(61_000)
  await goOnWithAll(w.services, 1)
  const debt = { balance: -owed, transfers: 1 }
  expect(await walletsOf(['kiosk-kill', 'kiosk-kill-2'])).toMatchObject([debt, debt])
  expect(await wrongs(w)).toEqual([])
})

test('an older server, which books no debts, cannot store that a row with a debt is done; another server then books the debt', async () => {
  const { move_id } = await start([customer('older', DEBT)])
  const older = `update move_rows set outcome = 'made', limit_state = 'booked', customer = null where tenant_id = 1 and move_id = $1`
  await expect(rowsOf(w, older, [move_id])).rejects.toThrow('move_rows_debt')
  await goOn(w.services, 1, move_id)
  expect(await walletsOf(['kiosk-older'])).toMatchObject([{ balance: -owed }])
  // An older server can read and show every kind that is stored.
  expect(new Set((await movedIn()).map(({ kind }) => kind))).toEqual(new Set(['correction']))
  const types = await rowsOf<{ type: string }>(w, `select distinct type from credit_requests where tenant_id = 1 and payment_mode = 'moved_in'`)
  expect(types).toEqual([{ type: 'correction' }])
})

test('the money check finds a debt whose amount or kind differs from that in its move', async () => {
  await move([customer('checked', DEBT)])
  expect(await wrongs(w)).toEqual([])
  const findings = async (sql: string) => (await findingsAfter(w, sql)).findings.map(({ name }) => name)
  const last = `where tenant_id = 1 and username = 'kiosk-checked'`
  expect(await findings(`update move_rows set balance = balance - 1 ${last}`)).toContain('debt_is_of_its_move')
  const its = `where tenant_id = 1 and wallet_id = (select customer_id from move_rows ${last})`
  expect(await findings(`update transfers set payment_mode = 'none' ${its}`)).toContain('correction_is_of_its_booking')
  expect(await findings(`update transfers set kind = 'fee' ${its}`)).toContain('debt_is_of_its_move')
})

test('control: without the constraint an older server would lose a debt; without keys for its bookings a repeated row would book a debt twice', async () => {
  await rowsOf(w, 'alter table move_rows drop constraint move_rows_debt')
  const lost = await start([customer('lost', DEBT)])
  await rowsOf(w, `update move_rows set outcome = 'made', customer = null where tenant_id = 1 and move_id = $1`, [lost.move_id])
  await goOn(w.services, 1, lost.move_id)
  expect(await walletsOf(['kiosk-lost'])).toEqual([])
  await sabotage(w, 'open_with_debt', 'if v_answer is not null then return v_answer; end if;', '')
  const { move_id } = await start([customer('twice', { balance: '-50', credit_limit: '200' })])
  await expect(goOn(killed(w, 'update move_rows'), 1, move_id)).rejects.toThrow('killed')
  w.clock.advance(61_000)
  await goOnWithAll(w.services, 1)
  expect(await walletsOf(['kiosk-twice'])).toMatchObject([{ balance: -100 * EURO }])
})
