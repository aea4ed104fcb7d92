// In the demo data, with the simulators that `npm start` runs, every shop can buy everything that it is shown with a price.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { steps } from '../../../../contract/till/top-ups.ts'
import { giveWallet, rowsOf, wrongs } from '../../../test/arrange.ts'
import { simulatorsBeside } from '../../../test/demo-simulators.ts'
import { numberOf } from '../../../test/top-ups.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
await simulatorsBeside(w)
const shops = await rowsOf<{ username: string }>(
  w,
  `select min(u.username) as username from users u join organisations o on o.tenant_id = 1 and o.id = u.organisation_id
    where u.tenant_id = 1 and u.internal_role = 0 and o.kind = 'seller' and o.is_active and u.is_active and u.password_hash <> ''
      and u.otp_type = 'none' and not u.login_approval group by o.id`,
)
const key = async (person: Person) => (await person.calls.transactionKey({})).transaction_key
const ownPrice = ({ price, value }: { price: number | null; value: number }) => price ?? value

test.each(shops)('the demo shop $username is shown top-ups, recharges, and cards from stock and on demand', async ({ username }) => {
  const shop = await w.signIn(username)
  const { operators } = await shop.calls.dtOne({ configuration: steps.look_up, mobile_number: numberOf('100') })
  const { products } = await shop.calls.dtOne({ configuration: steps.products, operator_id: operators[0]?.operator_id ?? '' })
  const shown = {
    top_ups: products.length,
    recharges: (await shop.calls.rechargeOffers({})).content.filter(({ recharge }) => recharge).length,
    codes: (await shop.calls.rechargeOffers({})).content.filter(({ code }) => code).length,
    cards: (await shop.calls.sellerProductsV2({})).content.length,
    on_demand: (await shop.calls.onDemandOffers({})).content.length,
  }
  expect(Object.entries(shown).filter(([, n]) => n === 0)).toEqual([])
})

test('every product that is shown to a demo shop with a price can be bought', { timeout: 120_000 }, async () => {
  const shop = await w.signIn('kiosque')
  const rich = () => giveWallet(w, shop.customer_id, 100_000 * EURO)
  const to = { mobile_number: '+49 151 234 56 100', once_more: true }
  const failed: unknown[] = []
  async function buy(name: string, work: () => Promise<unknown>) {
    await rich()
    await work().catch((error: unknown) => failed.push([name, String(error)]))
  }
  for (const offer of (await shop.calls.sellerProductsV2({})).content.filter(({ left }) => left !== 0)) {
    const { configuration_id, product_name } = offer
    await buy(product_name, async () => shop.calls.sell({ transaction_key: await key(shop), configuration_id, quantity: 1, price_seen: ownPrice(offer) }))
  }
  for (const { brand, recharge, code, value } of (await shop.calls.rechargeOffers({})).content) {
    if (recharge)
      await buy(`${brand} to a number`, async () => {
        const { configuration_id, price } = recharge
        return shop.calls.rechargeSend({ ...to, transaction_key: await key(shop), configuration_id, price_seen: price ?? value })
      })
    if (code)
      await buy(`${brand} as a code`, async () => shop.calls.rechargeCode({ transaction_key: await key(shop), configuration_id: code.configuration_id }))
  }
  for (const list of ['softApiOffers', 'pjTelesoftOffers'] as const)
    for (const { configuration_id, name, needs, price, value } of (await shop.calls[list]({ limit: 100 })).content)
      await buy(name, async () => {
        const number = (needs[0]?.length ?? 0) > 0 ? to : {}
        return shop.calls.onDemandSell({ transaction_key: await key(shop), configuration_id, ...number, price_seen: price ?? value })
      })
  const mobile_number = numberOf('100')
  const { operators } = await shop.calls.dtOne({ configuration: steps.look_up, mobile_number })
  const { products } = await shop.calls.dtOne({ configuration: steps.products, operator_id: operators[0]?.operator_id ?? '' })
  for (const { configuration_id, name, arrives } of products)
    await buy(name, async () => {
      const amount = arrives.from === arrives.to ? {} : { amount: arrives.from }
      const asked = { configuration: steps.send, mobile_number, configuration_id, once_more: true, ...amount }
      return shop.calls.dtOne({ ...asked, transaction_key: await key(shop) })
    })
  expect(failed).toEqual([])
  expect(await wrongs(w)).toEqual([])
})
