// The network loses the answer to a sending. A till that repeats the request with the same key gets the first message, and no second one is sent.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { giveWallet, goods, rowsOf } from '../../../test/arrange.ts'
import { swallowingWorld } from '../../../test/swallowing-world.ts'

const { w, swallow, swallowed } = await swallowingWorld()
const shop = await w.signIn('kiosque')
await giveWallet(w, shop.customer_id, 1_000 * EURO)
const key = async () => (await shop.calls.transactionKey({})).transaction_key

async function pressedTwice(isSameKey: boolean) {
  const { configuration_id } = await goods(w, { pins: 1, euro: 1 })
  const { sale_id } = await shop.calls.sell({ transaction_key: await key(), configuration_id, quantity: 1 })
  const first = { transaction_key: await key(), sale_ids: [sale_id], email: `${newId()}@example.test`, consent: 1, consent_language: 'fr' as const }
  const before = swallowed()
  swallow('insert into pin_sendings', 'commit')
  await expect(shop.calls.pinsSend(first)).rejects.toBeDefined()
  expect(swallowed()).toBe(before + 1)
  await shop.calls.pinsSend(isSameKey ? first : { ...first, transaction_key: await key() })
  const messages = await rowsOf(w, 'select id from messages where tenant_id = 1 and recipient = $1', [first.email])
  const reveals = await rowsOf(w, 'select id from reveals where tenant_id = 1 and sale_id = $1', [sale_id])
  return [messages.length, reveals.length]
}

test('a sending of PINs that is repeated after a lost answer sends one message and counts one showing; control: under another key there are two', async () => {
  expect([await pressedTwice(true), await pressedTwice(false)]).toEqual([
    [1, 1],
    [2, 2],
  ])
})
