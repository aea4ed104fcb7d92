// Reclamations made at the same moment, and random ones over a year: a PIN is claimed and refunded once, and every wallet has the sum of its lines.

import { beforeAll, describe, expect, test } from 'vitest'
import { goods, rowsOf, sabotage, wrongs } from '../test/arrange.ts'
import { sellTo } from '../test/busy-books.ts'
import { accept, approve, approvedClaim, claim, claimOne, fillWallets, handOn, outcomes, peopleOf, pinsOf, step } from '../test/claims.ts'
import { changes } from '../test/lived-year.ts'
import { meeting, PATIENT } from '../test/meeting-point.ts'
import { fileWorld, type World, world } from '../test/world.ts'

const w = await fileWorld()
const [nord, , kiosque] = await peopleOf(w)
const till = await w.signIn('kiosque')
beforeAll(() => fillWallets(w))

/** How the simultaneous calls of a rush run: freely, or with a meeting point at which they wait for each other. */
type Meet = <T>(work: () => Promise<T>) => Promise<T>
const alone: Meet = (work) => work()
/**
 * Makes a world in which the function `name` lacks its lock and has a meeting point where `next` begins. The calls wait there for each other until five of
 * them, one for each connection, have read the rows.
 */
async function unlocked(name: string, [lock, none]: [string, string], next: string) {
  const of = await world({ db: { deadlines: PATIENT } })
  const { stop, meet } = meeting(of)
  await sabotage(of, name, lock, none)
  await sabotage(of, name, next, `${stop}${next}`)
  const met: Meet = (work) => meet({ at: 5 }, work)
  return { of, met }
}

describe('20 acceptances at the same moment', () => {
  async function rush(of: World, meet: Meet = alone) {
    const [desk, , shop] = await peopleOf(of)
    await fillWallets(of)
    const corner = await goods(of, { pins: 1 })
    const id = await approvedClaim(of, shop, desk, await sellTo(await of.signIn('kiosque'), corner.configuration_id))
    const came = await meet(() => outcomes(Array.from({ length: 20 }, () => accept(of, desk, id))))
    const [row] = await rowsOf<{ n: number }>(of, `select count(*)::int as n from transfers where tenant_id = 1 and kind = 'refund'`)
    return { came: came.filter((one) => one === 'done').length, others: [...new Set(came)], transfers: row?.n }
  }

  test('make one refund, and the others are told that the claim is closed', async () => {
    const own = await world()
    expect(await rush(own)).toEqual({ came: 1, others: ['PX414', 'done'], transfers: 1 })
    expect(await wrongs(own)).toEqual([])
    await own.end()
  })

  test('control: make one refund even without the lock, by the unique keys; without lock and keys they make more, and the money check finds them', async () => {
    const lock = 'where r.tenant_id = p_tenant and r.id = p_claim for update;'
    const claimed: [string, string] = [lock, lock.replace(' for update', '')]
    const own = await unlocked('accept_reclamation', claimed, 'perform not_closed')
    expect(await rush(own.of, own.met)).toMatchObject({ came: 1, transfers: 1 })
    await own.of.end()

    const { of: worse, met } = await unlocked('accept_reclamation', claimed, 'perform not_closed')
    await worse.owner.query(`alter table refunds drop constraint refunds_once; alter table reclaimed_pins drop constraint reclaimed_pins_pkey;
                             alter table reclamation_steps drop constraint reclamation_steps_pkey`)
    expect((await rush(worse, met)).transfers).toBeGreaterThan(1)
    expect(await wrongs(worse)).toContain('claim_says_its_steps')
    await worse.end()
  })
})

describe('20 claims of one PIN at the same moment', () => {
  async function rush(of: World, meet: Meet = alone) {
    const [, , shop] = await peopleOf(of)
    await fillWallets(of)
    const sale_id = await sellTo(await of.signIn('kiosque'), (await goods(of, { pins: 1 })).configuration_id)
    const [pin] = await pinsOf(of, sale_id)
    const came = await meet(() => Promise.allSettled(Array.from({ length: 20 }, () => claim(of, shop, pin ? [pin] : []))))
    return came.flatMap((one) => (one.status === 'fulfilled' ? one.value.map(({ code }) => code) : ['refused'])).sort()
  }

  test('make one claim', async () => {
    const own = await world()
    expect(await rush(own)).toEqual(['claimed', ...Array(19).fill('claimed_already')])
    await own.end()
  })

  test('control: make more claims if the sale is not locked and no key is unique', async () => {
    const { of: own, met } = await unlocked('open_reclamations', ['order by s.id for no key update;', 'order by s.id;'], 'insert into reclamation_numbers')
    await own.owner.query('drop index reclamations_open')
    expect((await rush(own, met)).filter((code) => code === 'claimed').length).toBeGreaterThan(1)
    await own.end()
  })
})

test('a PIN that is claimed again while its claim is being accepted gets no second claim', async () => {
  const corner = await goods(w, { pins: 10 })
  for (let i = 0; i < 10; i++) {
    const sale_id = await sellTo(till, corner.configuration_id)
    const [pin] = await pinsOf(w, sale_id)
    const id = await approvedClaim(w, kiosque, nord, sale_id)
    const [, again] = await Promise.all([accept(w, nord, id), claim(w, kiosque, pin ? [pin] : [])])
    expect(['claimed_already', 'reclaimed_before']).toContain(again[0]?.code)
  }
})

describe('a year of random sales and claims', () => {
  const HOUR_MS = 3_600_000
  const chance = (of: number) => Math.random() < of

  /**
   * Sells, claims and refunds on some evenings of a year. Plans change between the sales, and refunds happen while the shop and the organisations above it
   * are suspended.
   */
  async function month(of: World) {
    const [desk, between, shop, far] = await peopleOf(of)
    await fillWallets(of)
    const cards = [await goods(of, { pins: 200, euro: 5, discount: 733 }), await goods(of, { pins: 200, euro: 15 })]
    // The sales are made on the evenings before and after a year's end, and before and after both nights on which Berlin changes its clocks.
    for (const evening of changes(of.clock.now()).flatMap((day) => [-1.5, 22.5].map((hours) => day.getTime() + hours * HOUR_MS))) {
      of.clock.advance(evening - of.clock.now().getTime())
      const claims: string[] = []
      for (const [name, who] of [['kiosque', shop] as const, ['port', far] as const]) {
        const person = await of.signIn(name)
        for (const { configuration_id, product_id } of cards) {
          const sale_id = await sellTo(person, configuration_id, 1 + Math.floor(Math.random() * 4))
          await rowsOf(of, 'update plan_entries set discount = $2 where tenant_id = 1 and product_id = $1', [product_id, Math.floor(Math.random() * 700)])
          for (const pin of (await pinsOf(of, sale_id)).filter(() => chance(0.5))) {
            const id = await claimOne(of, who, pin)
            if (who === far) await handOn(of, between, id)
            if (chance(0.2)) await step(of, desk, id, 'reject', 'rejected', 'desk')
            else await approve(of, desk, id)
            if (chance(0.7)) claims.push(id)
          }
        }
      }
      const suspend = async (is: boolean) => {
        for (const customer of [shop, between]) await of.services.money.setCustomerActive(1, desk.actor_id, customer.actor_id, !is)
      }
      await suspend(true)
      for (const id of claims) await accept(of, desk, id).catch(() => undefined)
      await suspend(false)
    }
  }
  /** Compares each wallet with a brute-force sum over its lines: bookings, less the prices of sales at the wallet's hop, plus refunds. */
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

  test('leaves every wallet equal to the sum of its lines, and the money check finds nothing', async () => {
    const own = await world()
    await month(own)
    expect((await rowsOf(own, 'select 1 from refunds')).length).toBeGreaterThan(3)
    expect(await disagreeing(own)).toEqual([])
    expect((await own.services.money.check(1, { full: true })).filter(({ wrong }) => wrong > 0)).toEqual([])
    await own.end()
  })

  test('control: makes wallets and books disagree if the hop above the shop is not refunded', async () => {
    const own = await world()
    await sabotage(own, 'accept_reclamation', 'for hop in 1 .. v_hops loop', 'for hop in 1 .. 1 loop')
    await month(own)
    expect(await disagreeing(own)).not.toEqual([])
    expect(await wrongs(own)).toContain('refund_paid_back_once')
    await own.end()
  })
})
