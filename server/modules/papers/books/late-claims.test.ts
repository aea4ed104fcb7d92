// A sale of two cards passes through two hops. One card is refunded only after the month was billed, prices changed, and the shop and the reseller between it
// and the owner were suspended.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { goods, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { sellTo } from '../../../test/busy-books.ts'
import { accept, acting, approve, claimOne, fillWallets, handOn, pinsOf } from '../../../test/claims.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { billed, completeParties } from '../invoices/fixtures/lines.ts'

const w = await fileWorld()
await completeParties(w)
await fillWallets(w)
const nord = await w.signIn('nord')
const [sud, port] = await Promise.all([acting(w, 'sud'), acting(w, 'port')])
const day = berlinDay(w.clock.now())
const period = { date_from: day, date_to: day }
const owner = await acting(w, 'nord')

/** Sets the prices of this product, for the shop and for the reseller between the shop and the owner. */
async function price(product_id: string, shop: number, between: number) {
  for (const [id, discount] of [
    [port.actor_id, shop],
    [sud.actor_id, between],
  ] as const)
    await rowsOf(w, 'update plan_entries e set discount = $3 from organisations o where e.product_id = $1 and o.id = $2 and e.plan_id = o.plan_id', [
      product_id,
      id,
      discount,
    ])
}

/** Makes a claim before the month is billed, and accepts it long afterwards. Returns what each report says about this product. */
async function comesBack() {
  const { configuration_id, product_id } = await goods(w, { pins: 2, euro: 10 })
  await price(product_id, 300, 600)
  const sale_id = await sellTo(await w.signIn('port'), configuration_id, 2)
  const claim_id = await claimOne(w, port, (await pinsOf(w, sale_id))[0])
  await handOn(w, sud, claim_id)
  await approve(w, owner, claim_id)
  const between = await w.signIn('sud')
  await billed(w, nord, [sud.actor_id], period)
  await billed(w, between, [port.actor_id], period)
  await price(product_id, 100, 500)
  const stop = async (is: boolean) => {
    await w.services.money.setCustomerActive(1, sud.actor_id, port.actor_id, !is)
    await w.services.money.setCustomerActive(1, owner.actor_id, sud.actor_id, !is)
  }
  await stop(true)
  await accept(w, owner, claim_id)
  const above = await billed(w, nord, [sud.actor_id], period, 'reclamationInvoicesGenerate')
  await stop(false)
  const people: Person[] = [nord, await w.signIn('sud'), await w.signIn('port')]
  const below = await billed(w, people[1] as Person, [port.actor_id], period, 'reclamationInvoicesGenerate')
  const figures = await Promise.all(
    people.map(async ({ calls }) => {
      const { totals, agrees } = await calls.salesList({ ...period, filters: { product_id } })
      return { sold: totals.sold_total / EURO, bought: (totals.bought_total ?? 0) / EURO, agrees: agrees.agrees }
    }),
  )
  const documents = [...above, ...below].flatMap((one) => one.documents.map(({ total }) => total / EURO))
  const moved = await rowsOf<{ wallet_id: string; amount: number }>(
    w,
    `select t.wallet_id, t.amount from transfers t join refunds r on r.id = t.cause_id where t.tenant_id = 1 and r.sale_id = $1`,
    [sale_id],
  )
  const ofWallet = (id: string) => (moved.find(({ wallet_id }) => wallet_id === id)?.amount ?? 0) / EURO
  return { figures, documents, refunded: [ofWallet(sud.actor_id), ofWallet(port.actor_id)] }
}

test('when one card of a sale is claimed late, the sales list, the correction and the wallet of every hop show the refund at the prices of the sale', async () => {
  expect(await comesBack()).toEqual({
    // The shop bought a card of 10 euro for 9.70, the reseller between for 9.40, and the owner for 9.20.
    figures: [
      { sold: 9.4, bought: 9.2, agrees: true },
      { sold: 9.7, bought: 9.4, agrees: true },
      { sold: 10, bought: 9.7, agrees: true },
    ],
    documents: [-9.4, -9.7],
    refunded: [9.4, 9.7],
  })
  expect(await wrongs(w)).toEqual([])
})

test('control: if the card is refunded at other prices than those of the sale, no hop’s figures agree', async () => {
  await sabotage(
    w,
    'accept_reclamation',
    'for no key update; v_hops :=',
    'for no key update; v_sale.prices := array(select x - 1000 from unnest(v_sale.prices) x); v_hops :=',
  )
  const { figures, documents, refunded } = await comesBack()
  expect(figures.map(({ sold }) => sold).slice(0, 2)).toEqual([9.5, 9.8])
  expect([documents, refunded]).toEqual([
    [-9.3, -9.6],
    [9.3, 9.6],
  ])
  expect(await wrongs(w)).toContain('refund_is_of_its_sale')
})
