// Sends many purchases at the same time through the whole app. Each guard has a control: a world without this guard, in which the same check must fail.

import { afterEach, describe, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import type { SaleAnswer } from '../modules/till/selling/selling.ts'
import { type Corner, giveWallet, goods, organisationId, rowsOf, sabotage, wrongs } from '../test/arrange.ts'
import { meeting, PATIENT } from '../test/meeting-point.ts'
import { type Person, type World, world } from '../test/world.ts'
import { createMoney } from './money.ts'

const BUYERS = 200
const worlds: World[] = []

async function shop() {
  const w = await world({ door: { places_times: 10 }, db: { deadlines: PATIENT } })
  worlds.push(w)
  const seller = await w.signIn('kiosque')
  await giveWallet(w, seller.customer_id, 100_000 * EURO)
  return { w, seller }
}
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((w) => w.end()))
})

const keys = (seller: Person, n: number) => Promise.all(Array.from({ length: n }, async () => (await seller.calls.transactionKey({})).transaction_key))

/** Runs all purchases at the same time; returns answers and refusal codes. */
async function rush(buyers: readonly (() => Promise<SaleAnswer>)[]) {
  const settled = await Promise.allSettled(buyers.map((buy) => buy()))
  return {
    sold: settled.flatMap((s) => (s.status === 'fulfilled' ? [s.value] : [])),
    refused: settled.flatMap((s) => (s.status === 'rejected' ? [s.reason.code as string] : [])),
  }
}
const buyers = async (sellers: readonly Person[], { configuration_id }: Corner, n = BUYERS) => {
  const own = await Promise.all(sellers.map((seller) => keys(seller, Math.ceil(n / sellers.length))))
  return Array.from({ length: n }, (_, i) => {
    const s = i % sellers.length
    return () => (sellers[s] as Person).calls.sell({ transaction_key: own[s]?.[Math.floor(i / sellers.length)] as string, configuration_id, quantity: 1 })
  })
}
const pinsOf = (answers: readonly SaleAnswer[]) => answers.flatMap((answer) => answer.pins.map((pin) => pin.pin))
const distinct = (values: readonly string[]) => new Set(values).size

describe('200 requests with one key', () => {
  async function oneKey({ w, seller }: Awaited<ReturnType<typeof shop>>) {
    const corner = await goods(w, { pins: 300 })
    const [key = ''] = await keys(seller, 1)
    const { sold, refused } = await rush(
      Array.from({ length: BUYERS }, () => () => seller.calls.sell({ transaction_key: key, configuration_id: corner.configuration_id, quantity: 1 })),
    )
    const [{ n } = { n: -1 }] = await rowsOf<{ n: number }>(w, 'select count(*)::int as n from sales where tenant_id = 1 and configuration_id = $1', [
      corner.configuration_id,
    ])
    return { sales: n, sold, refused, wrong: await wrongs(w) }
  }

  test('make one sale, and all get the same answer', async () => {
    const { sales, sold, refused, wrong } = await oneKey(await shop())
    expect({ sales, refused, wrong }).toEqual({ sales: 1, refused: [], wrong: [] })
    expect(sold).toHaveLength(BUYERS)
    expect(distinct(sold.map((answer) => JSON.stringify({ ...answer, copy: 0 })))).toBe(1)
    // One answer is the sale itself. The other answers show its PINs again, each as a copy with a number of its own.
    expect(sold.map(({ copy }) => copy).sort((a, b) => a - b)).toEqual(Array.from({ length: BUYERS }, (_, i) => i))
  })

  test('control: make several sales if a known key counts as new', async () => {
    const s = await shop()
    await sabotage(s.w, 'sell', 'into v_fresh from fresh f;', 'into v_fresh from fresh f; v_fresh := p_key;')
    expect((await oneKey(s)).sales).not.toBe(1)
  })
})

describe('200 buyers of 7 PINs', () => {
  async function seven({ w, seller }: Awaited<ReturnType<typeof shop>>) {
    const others = await Promise.all(['gare', 'kiosque-caisse'].map((username) => w.signIn(username)))
    await giveWallet(w, await organisationId(w, 'gare'), 100_000 * EURO)
    const corner = await goods(w, { pins: 7 })
    const outcome = await rush(await buyers([seller, ...others], corner))
    return { ...outcome, corner, wrong: await wrongs(w) }
  }

  test('buy seven, each PIN once; the other buyers are told that the PINs were sold a moment ago', async () => {
    const { sold, refused, corner, wrong } = await seven(await shop())
    expect(wrong).toEqual([])
    expect(pinsOf(sold).sort()).toEqual([...corner.pins].sort())
    expect([...new Set(refused)]).toEqual(['taken_a_moment_ago'])
    expect(refused).toHaveLength(BUYERS - 7)
  })

  test('control: get some PINs twice if queue heads are not locked and a sold PIN may be assigned to another sale', async () => {
    const s = await shop()
    await sabotage(s.w, 'sell', 'limit 1 for update skip locked', 'limit 1')
    await sabotage(s.w, 'sell', 'and p.sale_id is null and not p.is_blocked', '')
    const { stop, meet } = meeting(s.w)
    await sabotage(s.w, 'sell', 'update queue_heads h set next_seq = n.next_seq', `${stop}update queue_heads h set next_seq = n.next_seq`)
    const [gare, corner] = [await s.w.signIn('gare'), await goods(s.w, { pins: 40 })]
    // Two shops make one sale each, because two sales of one shop would wait for each other at its wallet. Both read the same head before either moves it.
    await meet({ at: 2 }, () => otherInstances(s.w, [s.seller, gare], corner))
    expect(await wrongs(s.w)).toContain('sale_equals_its_pins')
  })
})

describe('200 buyers with credit for 10 sales', () => {
  async function ten({ w, seller }: Awaited<ReturnType<typeof shop>>) {
    const corner = await goods(w, { pins: 300, euro: 10, discount: 0 })
    await giveWallet(w, seller.customer_id, 40 * EURO, 60 * EURO)
    return { ...(await rush(await buyers([seller], corner))), wrong: await wrongs(w) }
  }

  test('make ten purchases, and the other buyers are told the missing amount', async () => {
    const s = await shop()
    const { sold, refused, wrong } = await ten(s)
    expect({ sold: sold.length, refused: [...new Set(refused)], wrong }).toEqual({ sold: 10, refused: ['credit_limit_reached'], wrong: [] })
    expect(await s.seller.calls.balance({})).toMatchObject({ balance: -60 * EURO, available: 0 })
  })

  test('control: spend more than the credit if neither sell() nor a constraint of the database checks the balance', async () => {
    const s = await shop()
    await s.w.owner.query('alter table wallets drop constraint wallets_spendable')
    await sabotage(
      s.w,
      'sell',
      'continue when v_actives[v_wallet] and v_balances[v_wallet] + v_rooms[v_wallet] >= v_amount',
      'continue when v_actives[v_wallet]',
    )
    const { sold, wrong } = await ten(s)
    expect(sold.length).toBeGreaterThan(10)
    expect(wrong).toContain('spent_within_limit')
  })

  test('control: are stopped by the database’s constraint alone too, and no money is lost', async () => {
    const s = await shop()
    await sabotage(
      s.w,
      'sell',
      'continue when v_actives[v_wallet] and v_balances[v_wallet] + v_rooms[v_wallet] >= v_amount',
      'continue when v_actives[v_wallet]',
    )
    const { sold, wrong } = await ten(s)
    expect({ sold: sold.length, wrong }).toEqual({ sold: 10, wrong: [] })
  })
})

describe('30 buyers on one wallet while its limit changes', () => {
  async function changing({ w, seller }: Awaited<ReturnType<typeof shop>>) {
    const reseller = await w.signIn('nord')
    const corner = await goods(w, { pins: 300, euro: 10, discount: 0 })
    await giveWallet(w, seller.customer_id, 0, 100 * EURO)
    const limits = async () => {
      for (const euro of [200, 50, 150, 100]) {
        const { transaction_key } = await reseller.calls.transactionKey({})
        await reseller.calls
          .walletChange({ transaction_key, customer_id: seller.customer_id, type: 'credit_limit', amount: euro * EURO })
          .catch((error) => expect(error.code).toBe('credit_limit_too_low'))
      }
    }
    const [outcome] = await Promise.all([rush(await buyers([seller], corner, 30)), limits()])
    return { ...outcome, wallet: await seller.calls.balance({}), wrong: await wrongs(w) }
  }

  test('never spend more than the limit of the moment, and the books agree', async () => {
    const { sold, refused, wallet, wrong } = await changing(await shop())
    expect(wrong).toEqual([])
    expect(wallet.balance).toBe(-sold.length * 10 * EURO)
    expect(wallet.available).toBeGreaterThanOrEqual(0)
    expect(refused.every((code) => code === 'credit_limit_reached')).toBe(true)
  })

  test('control: lose money if a sale reads the balance first and writes it back later', async () => {
    const s = await shop()
    // The control drops these constraints, because with them the duplicate transfer number would be refused by its key before money is lost.
    await s.w.owner.query('alter table wallets drop constraint wallets_spendable; alter table transfers drop constraint transfers_pkey cascade')
    await sabotage(s.w, 'sell', 'order by w.organisation_id for no key update)', 'order by w.organisation_id)')
    const { stop, meet } = meeting(s.w)
    await sabotage(s.w, 'sell', 'update wallets w set balance = n.balance', `${stop}update wallets w set balance = n.balance`)
    const corner = await goods(s.w, { pins: 40 })
    // One sale stops while it holds the queue head of the stock; the next sale waits for that head, and has already read the same balance.
    await meet({ at: 1, behind: 1 }, () => otherInstances(s.w, [s.seller], corner))
    expect(await wrongs(s.w)).toContain('wallet_equals_transfers')
  })
})

/**
 * Makes purchases as several servers would send them at the same time, each with its own batcher, because within one server a wallet has one lane, and a race
 * between lanes might not happen in a short test.
 */
async function otherInstances(w: World, sellers: readonly Person[], { configuration_id }: Corner) {
  const buys = await Promise.all(
    sellers.flatMap((seller) =>
      Array.from({ length: 4 }, async () => {
        const [session] = await rowsOf<{ user_id: string }>(w, 'select user_id from sessions where tenant_id = 1 and id = $1', [seller.session_id])
        const door = createMoney(w.db, w.clock.now)
        const purchase = {
          tenant_id: 1,
          user_id: session?.user_id ?? '',
          session_id: seller.session_id,
          seller_id: seller.customer_id,
          configuration_id,
          quantity: 1,
          download_id: null,
        }
        return () => Promise.all(Array.from({ length: 4 }, () => door.sell({ ...purchase, key: newId(), sale_id: newId() })))
      }),
    ),
  )
  await Promise.all(buys.map((buy) => buy()))
}
