// Refunds of claims: the money goes back along the whole chain at the prices of the sale, only to shops that may get it and only by users who may
// decide.

import { beforeAll, describe, expect, test } from 'vitest'
import { EURO, type Money } from '../../contract/kit/money.ts'
import { closeBooks } from '../figures/closed-books.ts'
import { goods, rowsOf, sabotage, wrongs } from '../test/arrange.ts'
import { sellTo } from '../test/busy-books.ts'
import { accept, approve, approvedClaim, claim, claimOne, fillWallets, handOn, outcomes, peopleOf, pinsOf, step, stranger } from '../test/claims.ts'
import { liveGoods } from '../test/holds.ts'
import { fileWorld, type World, world } from '../test/world.ts'

const w = await fileWorld()
const [nord, sud, kiosque, port] = await peopleOf(w)
const till = await w.signIn('kiosque')
let below = await w.signIn('port')
beforeAll(() => fillWallets(w))

const walletsOf = (of: World) =>
  rowsOf<{ id: string; balance: Money; held: Money }>(of, 'select organisation_id as id, balance, held from wallets where tenant_id = 1 order by 1')
const refused = (code: string) => expect.objectContaining({ code })

describe('an accepted claim', () => {
  test('refunds every hop at the prices of the sale, even if the plan has changed, the shop is suspended and money is held', async () => {
    const corner = await goods(w, { pins: 9 })
    const live = await liveGoods(w, below)
    const before = await walletsOf(w)
    const sale_id = await sellTo(below, corner.configuration_id, 3)
    await w.services.money.hold(live.asked({ value: 12 * EURO }))
    const held = await walletsOf(w)
    const id = await claimOne(w, port, (await pinsOf(w, sale_id))[1])
    await handOn(w, sud, id)
    await approve(w, nord, id)
    await rowsOf(w, 'update plan_entries set discount = 2500 where tenant_id = 1 and product_id = $1', [corner.product_id])
    await w.services.money.setCustomerActive(1, sud.actor_id, port.actor_id, false)
    const [sale] = await rowsOf<{ prices: string[]; chain: string[] }>(w, 'select prices, chain from sales where id = $1', [sale_id])
    const prices = (sale?.prices ?? []).map(Number)
    expect(await accept(w, nord, id)).toBe(prices[0])
    await w.services.money.setCustomerActive(1, sud.actor_id, port.actor_id, true)
    below = await w.signIn('port')

    const now = await walletsOf(w)
    for (const [hop, price] of prices.entries()) {
      const of = (rows: typeof now) => rows.find((row) => row.id === sale?.chain[hop])
      expect(of(now)?.balance).toBe((of(before)?.balance ?? 0) - 2 * price)
      expect(of(now)?.held).toBe(of(held)?.held)
      expect(of(now)?.held).toBeGreaterThan(0)
    }
    expect(prices).toHaveLength(2)
    expect(await wrongs(w)).toEqual([])
  })

  test('leaves a PIN that cannot be sold or claimed again', async () => {
    const corner = await goods(w, { pins: 2 })
    const sale_id = await sellTo(till, corner.configuration_id)
    const [pin] = await pinsOf(w, sale_id)
    await accept(w, nord, await approvedClaim(w, kiosque, nord, sale_id))
    expect(await claim(w, kiosque, pin ? [pin] : [])).toMatchObject([{ code: 'reclaimed_before', id: null }])
    await sellTo(till, corner.configuration_id)
    await expect(sellTo(till, corner.configuration_id)).rejects.toMatchObject({ code: 'taken_a_moment_ago' })
    expect(await wrongs(w)).toEqual([])
  })
})

describe('the acceptance of a claim', () => {
  let id = ''
  beforeAll(async () => {
    id = await approvedClaim(w, kiosque, nord, await sellTo(till, (await goods(w, { pins: 1 })).configuration_id))
  })

  test('is refused to anybody who is not above the shop, such as a sibling reseller, for whom the claim does not exist', async () => {
    for (const who of [stranger(), sud]) await expect(accept(w, who, id)).rejects.toEqual(refused('PX404'))
  })

  test('is refused to the shop itself', async () => {
    await expect(accept(w, kiosque, id)).rejects.toEqual(refused('PX414'))
  })

  test('is refused to the person who made the claim, and to an account connected with that person', async () => {
    await expect(accept(w, { ...nord, user_id: kiosque.user_id }, id)).rejects.toEqual(refused('PX415'))
    await expect(accept(w, nord, id, [kiosque.user_id])).rejects.toEqual(refused('PX417'))
  })

  test('is refused if it would take one person above the daily amount; another person may accept', async () => {
    await rowsOf(w, 'update organisations set credit_approval_above = 10000 where tenant_id = 1 and id = $1', [nord.actor_id])
    await expect(accept(w, nord, id)).rejects.toEqual(refused('PX416'))
    const [second] = await rowsOf<{ id: string }>(w, `select id from users where tenant_id = 1 and username = 'nord-compta'`)
    expect(await accept(w, { ...nord, user_id: second?.id ?? '' }, id)).toBeGreaterThan(0)
    await rowsOf(w, 'update organisations set credit_approval_above = null where tenant_id = 1 and id = $1', [nord.actor_id])
  })

  test('is refused before the claim is approved; the owner cannot approve a claim that the organisation below has not handed on', async () => {
    const sale_id = await sellTo(below, (await goods(w, { pins: 1 })).configuration_id)
    const fresh = await claimOne(w, port, (await pinsOf(w, sale_id))[0])
    for (const who of [sud, nord]) await expect(accept(w, who, fresh)).rejects.toEqual(refused('PX414'))
    await expect(approve(w, sud, fresh)).rejects.toEqual(refused('PX414'))
    await expect(approve(w, nord, fresh)).rejects.toEqual(refused('PX414'))
  })

  test('is refused if it is tried with the function that only changes the states of claims', async () => {
    const fresh = await approvedClaim(w, kiosque, nord, await sellTo(till, (await goods(w, { pins: 1 })).configuration_id))
    await expect(step(w, nord, fresh, 'accept', 'accepted')).rejects.toEqual(refused('PX414'))
  })
})

describe('closed books', () => {
  const late = async (of: World) => {
    const [desk, , shop] = await peopleOf(of)
    await fillWallets(of)
    const id = await approvedClaim(of, shop, desk, await sellTo(await of.signIn('kiosque'), (await goods(of, { pins: 1 })).configuration_id))
    await rowsOf(of, 'update closings set until = $1', [new Date(of.clock.now().getTime() + 60_000)])
    return (await outcomes([accept(of, desk, id)]))[0]
  }

  test('take no refund: the database cancels the refund, and the request has to be repeated', async () => {
    const own = await world()
    await closeBooks(own.services, 1)
    expect(await late(own)).toBe('57014')
    await own.end()
  })

  test('control: take a refund if the check of closed books is removed', async () => {
    const own = await world()
    await closeBooks(own.services, 1)
    await sabotage(own, 'accept_reclamation', 'perform not_closed(p_tenant, p_now, array[p_refund]);', '')
    expect(await late(own)).toBe('done')
    await own.end()
  })
})
