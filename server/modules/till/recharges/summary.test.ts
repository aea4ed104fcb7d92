// The summary of recharges: successful, failed and unknown ones, by operator and country, for the shops that the asker may see.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { steps } from '../../../../contract/till/top-ups.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { giveWallet } from '../../../test/arrange.ts'
import { askedBy, numberOf, productsFor, SINGAPORE, topUpsThere } from '../../../test/top-ups.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const { pass } = await topUpsThere(w)
const shop = await w.signIn('kiosque')
for (const { customer_id } of [shop, await w.signIn('nord')]) await giveWallet(w, customer_id, 1_000 * EURO)

test('the summary counts recharges that arrived, failed or are open, and each telephone number once; shops of other resellers are left out', async () => {
  const [product] = await productsFor(shop)
  const configuration_id = product?.configuration_id ?? ''
  const amount = product && product.arrives.from !== product.arrives.to ? { amount: product.arrives.from } : {}
  const send = async (ending: string) =>
    shop.calls.dtOne(await askedBy(shop, { mobile_number: numberOf(ending), configuration_id, once_more: true, ...amount })).catch(() => undefined)
  await send('100')
  await send('100')
  await send('102')
  const today = berlinDay(w.clock.now())
  const summary = async (who = shop, day = today) => (await who.calls.rechargeSummary({ filters: { date_from: day, date_to: day } })).content
  expect(await summary()).toMatchObject([{ sent: 0, failed: 0, pending: 3, numbers: 0, face_total: 0 }])
  pass(60_000)
  for (const { top_up_id } of (await shop.calls.topUps({})).content) await shop.calls.dtOne({ configuration: steps.status, top_up_id })
  const [row, ...rest] = await summary()
  expect(rest).toEqual([])
  expect(row).toMatchObject({ operator_name: SINGAPORE, country: 'SG', product_type: 'international_top_up', sent: 2, failed: 1, pending: 0, numbers: 1 })
  expect(row?.face_total).toBe(2 * (product?.value ?? 0))
  expect(await summary(await w.signIn('nord'))).toEqual([row])
  expect([await summary(await w.signIn('port')), await summary(shop, '2020-01-01')]).toEqual([[], []])
})
