// Reclamations as money: paid back along the whole chain at the prices of the sale, once for ever, whoever asks at the same moment.

import { beforeAll, describe, expect, test } from 'vitest'
import { EURO, type Money } from '../../contract/kit/money.ts'
import { closeBooks } from '../postgres/closing.ts'
import { giveWallet, goods, organisationId, rowsOf, sabotage, wrongs } from '../test/arrange.ts'
import { sellTo } from '../test/busy-books.ts'
import { liveGoods } from '../test/holding.ts'
import { accept, acting, approve, claim, claimOne, handOn, pinsOf, step, stranger } from '../test/reclaiming.ts'
import { fileWorld, type World, world } from '../test/world.ts'
import type { Acting } from './refunds.ts'

const w = await fileWorld()
const [nord, sud, kiosque, port] = await people(w)
const till = await w.signIn('kiosque')
let below = await w.signIn('port')
beforeAll(() => fill(w))

async function people(of: World): Promise<[Acting, Acting, Acting, Acting]> {
  return [await acting(of, 'nord'), await acting(of, 'sud'), await acting(of, 'kiosque'), await acting(of, 'port')]
}
async function fill(of: World) {
  for (const name of ['kiosque', 'port', 'sud']) await giveWallet(of, await organisationId(of, name), 1_000 * EURO)
}
const walletsOf = (of: World) =>
  rowsOf<{ id: string; balance: Money; held: Money }>(of, 'select organisation_id as id, balance, held from wallets where tenant_id = 1 order by 1')
const refused = (code: string) => expect.objectContaining({ code })
const outcomes = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((one) => (one.status === 'fulfilled' ? 'done' : ((one.reason as { code?: string }).code ?? 'strange'))).sort()

/** A claim of one PIN that waits to be accepted. */
async function approved(of: World, shop: Acting, desk: Acting, sale_id: string) {
  const id = await claimOne(of, shop, (await pinsOf(of, sale_id))[0])
  await approve(of, desk, id)
  return id
}

describe('an accepted claim', () => {
  test('gives every hop back what it paid, at the prices of then, though the plan has changed, the shop is suspended and money is held', async () => {
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

  test('leaves a dead PIN: not for sale, not to be claimed again, and of no other claim', async () => {
    const corner = await goods(w, { pins: 2 })
    const sale_id = await sellTo(till, corner.configuration_id)
    const [pin] = await pinsOf(w, sale_id)
    await accept(w, nord, await approved(w, kiosque, nord, sale_id))
    expect(await claim(w, kiosque, pin ? [pin] : [])).toMatchObject([{ code: 'reclaimed_before', id: null }])
    await sellTo(till, corner.configuration_id)
    await expect(sellTo(till, corner.configuration_id)).rejects.toMatchObject({ code: 'taken_a_moment_ago' })
    expect(await wrongs(w)).toEqual([])
  })
})

describe('20 acceptances at the same moment', () => {
  async function rush(of: World) {
    const [desk, , shop] = await people(of)
    await fill(of)
    const corner = await goods(of, { pins: 1 })
    const id = await approved(of, shop, desk, await sellTo(await of.signIn('kiosque'), corner.configuration_id))
    const came = await outcomes(Array.from({ length: 20 }, () => accept(of, desk, id)))
    const [row] = await rowsOf<{ n: number }>(of, `select count(*)::int as n from transfers where tenant_id = 1 and kind = 'refund'`)
    return { came: came.filter((one) => one === 'done').length, others: [...new Set(came)], transfers: row?.n }
  }

  test('are one refund; the others hear that it is over', async () => {
    const own = await world()
    expect(await rush(own)).toEqual({ came: 1, others: ['PX414', 'done'], transfers: 1 })
    expect(await wrongs(own)).toEqual([])
    await own.end()
  })

  test('control: without the lock the unique keys still let one through; without these there are more, and the books tell', async () => {
    const own = await world()
    const WAIT = 'perform pg_sleep(0.05); perform not_closed'
    await sabotage(own, 'accept_reclamation', 'where r.tenant_id = p_tenant and r.id = p_claim for update;', 'where r.tenant_id = p_tenant and r.id = p_claim;')
    await sabotage(own, 'accept_reclamation', 'perform not_closed', WAIT)
    expect(await rush(own)).toMatchObject({ came: 1, transfers: 1 })
    await own.end()

    const worse = await world()
    await worse.owner.query(`alter table refunds drop constraint refunds_once; alter table reclaimed_pins drop constraint reclaimed_pins_pkey;
                             alter table reclamation_steps drop constraint reclamation_steps_pkey`)
    await sabotage(
      worse,
      'accept_reclamation',
      'where r.tenant_id = p_tenant and r.id = p_claim for update;',
      'where r.tenant_id = p_tenant and r.id = p_claim;',
    )
    await sabotage(worse, 'accept_reclamation', 'perform not_closed', WAIT)
    expect((await rush(worse)).transfers).toBeGreaterThan(1)
    expect(await wrongs(worse)).toContain('claim_says_its_steps')
    await worse.end()
  })
})

describe('20 claims of one PIN at the same moment', () => {
  async function rush(of: World) {
    const [, , shop] = await people(of)
    await fill(of)
    const sale_id = await sellTo(await of.signIn('kiosque'), (await goods(of, { pins: 1 })).configuration_id)
    const [pin] = await pinsOf(of, sale_id)
    const came = await Promise.allSettled(Array.from({ length: 20 }, () => claim(of, shop, pin ? [pin] : [])))
    return came.flatMap((one) => (one.status === 'fulfilled' ? one.value.map(({ code }) => code) : ['refused'])).sort()
  }

  test('are one claim', async () => {
    const own = await world()
    expect(await rush(own)).toEqual(['claimed', ...Array(19).fill('claimed_already')])
    await own.end()
  })

  test('control: where the sale is not locked and nothing is unique, there are more', async () => {
    const own = await world()
    await own.owner.query('drop index reclamations_open')
    await sabotage(own, 'open_reclamations', 'order by s.id for no key update;', 'order by s.id; perform pg_sleep(0.05);')
    await sabotage(own, 'open_reclamations', 'insert into reclamation_numbers', 'perform pg_sleep(0.05); insert into reclamation_numbers')
    expect((await rush(own)).filter((code) => code === 'claimed').length).toBeGreaterThan(1)
    await own.end()
  })
})

test('a claim and its own acceptance side by side never leave a second claim of the dead PIN', async () => {
  const corner = await goods(w, { pins: 10 })
  for (let i = 0; i < 10; i++) {
    const sale_id = await sellTo(till, corner.configuration_id)
    const [pin] = await pinsOf(w, sale_id)
    const id = await approved(w, kiosque, nord, sale_id)
    const [, again] = await Promise.all([accept(w, nord, id), claim(w, kiosque, pin ? [pin] : [])])
    expect(['claimed_already', 'reclaimed_before']).toContain(again[0]?.code)
  }
})

describe('is not accepted', () => {
  let id = ''
  beforeAll(async () => {
    id = await approved(w, kiosque, nord, await sellTo(till, (await goods(w, { pins: 1 })).configuration_id))
  })

  test('by whoever is not above the shop, and not by a reseller beside it: for them it does not exist', async () => {
    for (const who of [stranger(), sud]) await expect(accept(w, who, id)).rejects.toEqual(refused('PX404'))
  })

  test('by the shop itself', async () => {
    await expect(accept(w, kiosque, id)).rejects.toEqual(refused('PX414'))
  })

  test('by whoever claimed it, or by a hand behind that account', async () => {
    await expect(accept(w, { ...nord, user_id: kiosque.user_id }, id)).rejects.toEqual(refused('PX415'))
    await expect(accept(w, nord, id, [kiosque.user_id])).rejects.toEqual(refused('PX417'))
  })

  test('by one hand alone beyond what one person may give in a day; by another it is', async () => {
    await rowsOf(w, 'update organisations set credit_approval_above = 10000 where tenant_id = 1 and id = $1', [nord.actor_id])
    await expect(accept(w, nord, id)).rejects.toEqual(refused('PX416'))
    const [second] = await rowsOf<{ id: string }>(w, `select id from users where tenant_id = 1 and username = 'nord-compta'`)
    expect(await accept(w, { ...nord, user_id: second?.id ?? '' }, id)).toBeGreaterThan(0)
    await rowsOf(w, 'update organisations set credit_approval_above = null where tenant_id = 1 and id = $1', [nord.actor_id])
  })

  test('before it was approved, and not below the owner of the goods', async () => {
    const sale_id = await sellTo(below, (await goods(w, { pins: 1 })).configuration_id)
    const fresh = await claimOne(w, port, (await pinsOf(w, sale_id))[0])
    for (const who of [sud, nord]) await expect(accept(w, who, fresh)).rejects.toEqual(refused('PX414'))
    await expect(approve(w, sud, fresh)).rejects.toEqual(refused('PX414'))
    await expect(approve(w, nord, fresh)).rejects.toEqual(refused('PX414'))
  })

  test('by the door that books nothing', async () => {
    const fresh = await approved(w, kiosque, nord, await sellTo(till, (await goods(w, { pins: 1 })).configuration_id))
    await expect(step(w, nord, fresh, 'accept', 'accepted')).rejects.toEqual(refused('PX414'))
  })
})

describe('books that are closed', () => {
  const late = async (of: World) => {
    const [desk, , shop] = await people(of)
    await fill(of)
    const id = await approved(of, shop, desk, await sellTo(await of.signIn('kiosque'), (await goods(of, { pins: 1 })).configuration_id))
    await rowsOf(of, 'update closings set until = $1', [new Date(of.clock.now().getTime() + 60_000)])
    return (await outcomes([accept(of, desk, id)]))[0]
  }

  test('take no refund any more: it is to be asked again', async () => {
    const own = await world()
    await closeBooks(own.services, 1)
    expect(await late(own)).toBe('57014')
    await own.end()
  })

  test('control: where nobody asks, one is written into them', async () => {
    const own = await world()
    await closeBooks(own.services, 1)
    await sabotage(own, 'accept_reclamation', 'perform not_closed(p_tenant, p_now, array[p_refund]);', '')
    expect(await late(own)).toBe('done')
    await own.end()
  })
})

describe('a random month of sales and claims', () => {
  const DAY_MS = 24 * 3_600_000
  async function month(of: World) {
    const [desk, between, shop, far] = await people(of)
    await fill(of)
    const cards = [await goods(of, { pins: 200, euro: 5, discount: 733 }), await goods(of, { pins: 200, euro: 15 })]
    for (let day = 0; day < 6; day++) {
      of.clock.advance(DAY_MS)
      for (const [name, who] of [
        ['kiosque', shop],
        ['port', far],
      ] as const) {
        const person = await of.signIn(name)
        for (const card of cards) {
          const sale_id = await sellTo(person, card.configuration_id, 1 + Math.floor(Math.random() * 4))
          for (const pin of (await pinsOf(of, sale_id)).filter(() => Math.random() < 0.5)) {
            const id = await claimOne(of, who, pin)
            if (who === far) await handOn(of, between, id)
            if (Math.random() < 0.2) await step(of, desk, id, 'reject', 'rejected', 'desk')
            else await approve(of, desk, id)
            if (Math.random() < 0.7) await accept(of, desk, id).catch(() => undefined)
          }
        }
      }
    }
  }
  /** Each wallet by brute force over lines: what was given, less what its sales cost at its hop, plus what came back. */
  const disagreeing = (of: World) =>
    rowsOf(
      of,
      `select w.organisation_id from wallets w where w.tenant_id = 1 and w.balance <>
         coalesce((select sum(case when t.payee_id = t.wallet_id then t.amount else -t.amount end) from transfers t
                    where t.tenant_id = 1 and t.wallet_id = w.organisation_id and t.kind not in ('sale', 'refund')), 0)
       - coalesce((select sum(s.prices[i] * s.quantity) from sales s cross join generate_subscripts(s.prices, 1) i
                    where s.tenant_id = 1 and s.chain[i] = w.organisation_id), 0)
       + coalesce((select sum(r.prices[i] * r.quantity) from refunds r cross join generate_subscripts(r.prices, 1) i
                    where r.tenant_id = 1 and r.chain[i] = w.organisation_id), 0)`,
    )

  test('leaves every wallet at what its lines say, and clean books', async () => {
    const own = await world()
    await month(own)
    expect((await rowsOf(own, 'select 1 from refunds')).length).toBeGreaterThan(3)
    expect(await disagreeing(own)).toEqual([])
    expect((await own.services.money.check(1, { full: true })).filter(({ wrong }) => wrong > 0)).toEqual([])
    await own.end()
  })

  test('control: where the hop above is forgotten, wallets and books disagree', async () => {
    const own = await world()
    await sabotage(own, 'accept_reclamation', 'for hop in 1 .. v_hops loop', 'for hop in 1 .. 1 loop')
    await month(own)
    expect(await disagreeing(own)).not.toEqual([])
    expect(await wrongs(own)).toContain('refund_paid_back_once')
    await own.end()
  })
})
