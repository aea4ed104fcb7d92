// Wallets whose money runs low: the customer and the organisation above are notified of each level once a day.

import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { giveWallet, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { watchCredit } from './watch.ts'

const DAY_MS = 24 * 60 * 60_000
const w = await fileWorld()
let nord = await w.signIn('nord')
let gare = await w.signIn('gare')
await rowsOf(w, 'update wallets set alert_base = 0 where tenant_id = 1')

const low = async (person: Person) =>
  (await person.calls.noticesList({ limit: 100 })).content.filter(({ kind }) => kind === 'credit_low').map(({ data }) => data.count)
async function left(euro: number) {
  await giveWallet(w, gare.customer_id, euro * EURO)
  await watchCredit({ ...w.services, clock: w.clock.now }, 1)
}

test('low credit is reported to the shop and to its parent when a quarter, a tenth and nothing is left, once for each level', async () => {
  await giveWallet(w, gare.customer_id, 0)
  const transaction_key = (await nord.calls.transactionKey({})).transaction_key
  await nord.calls.walletChange({ transaction_key, customer_id: gare.customer_id, amount: 200 * EURO })
  for (const euro of [200, 51, 50, 49, 21, 20, 3, 0, 0]) await left(euro)
  expect(await low(gare)).toEqual(['0', '10', '25'])
  expect(await low(nord)).toEqual(['0', '10', '25'])
  expect((await gare.calls.noticesList({ limit: 1 })).content[0]?.data).toMatchObject({ balance: '0.00', customer: 'Tabac de la Gare' })
})

test('three checks at the same time report a level once, and report it again the next day', async () => {
  await rowsOf(w, 'delete from notices where tenant_id = 1')
  w.clock.advance(DAY_MS)
  ;[nord, gare] = [await w.signIn('nord'), await w.signIn('gare')]
  const look = () => watchCredit({ ...w.services, clock: w.clock.now }, 1)
  await Promise.all([look(), look(), look()])
  expect(await low(gare)).toEqual(['0'])
})

test('control: if a level can be stored more than once for a day, checks at the same time report the same level more than once', async () => {
  await rowsOf(w, 'delete from notices where tenant_id = 1')
  await rowsOf(w, 'delete from credit_alerts where tenant_id = 1')
  await w.owner.query('alter table credit_alerts drop constraint credit_alerts_pkey')
  const look = () => watchCredit({ ...w.services, clock: w.clock.now }, 1)
  await Promise.all([look(), look(), look()])
  expect((await low(gare)).length).toBeGreaterThan(1)
})
