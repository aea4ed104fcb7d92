// Simultaneous holds compete for the last cent, and one hold is posted and given back at the same moment. Each lock has a control: a world without this lock.

import { afterEach, describe, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { giveWallet, organisationId, rowsOf, sabotage, wrongs } from '../test/arrange.ts'
import { delivered, liveGoods, walletOf } from '../test/holds.ts'
import { meeting, PATIENT } from '../test/meeting-point.ts'
import { until } from '../test/wait-for.ts'
import { type Person, type World, world } from '../test/world.ts'
import type { MoneyDoor } from './money.ts'

let own: World
let money: MoneyDoor
let port: Person
let sud: string
let live: Awaited<ReturnType<typeof liveGoods>>
async function open() {
  own = await world({ db: { deadlines: PATIENT } })
  money = own.services.money
  port = await own.signIn('port')
  sud = await organisationId(own, 'sud')
  live = await liveGoods(own, port)
}
afterEach(() => own.end())

/** The shop port sells below the sub-reseller sud, so every hold of the shop also holds sud's money. */
const fill = async (balance: number) => {
  for (const id of [port.customer_id, sud]) await giveWallet(own, id, balance)
}
const wallets = async () => [await walletOf(own, port.customer_id), await walletOf(own, sud)]
const post = (key: string) => money.post(1, key, delivered(own, key))
const back = (key: string) => money.void(1, key, null, 'refused')
const PRICE = 9.5 * EURO
async function held(): Promise<string> {
  const asked = live.asked()
  expect(await money.hold(asked)).toMatchObject({ code: 'held' })
  return asked.key
}

/** Removes guards from functions in a control world, in which the same test must then fail. */
const spoil = async (guards: Record<string, [right: string, wrong: string][]>) => {
  for (const [name, parts] of Object.entries(guards)) for (const [right, wrong] of parts) await sabotage(own, name, right, wrong)
}

describe('20 simultaneous holds with credit for 5', () => {
  async function rush() {
    await fill(95 * EURO)
    const answers = await Promise.all(Array.from({ length: 20 }, () => money.hold(live.asked({ value: 20 * EURO }))))
    return answers.filter(({ code }) => code === 'held').length
  }

  test('succeed five times and use the credit to the last cent; the others are refused', async () => {
    await open()
    expect(await rush()).toBe(5)
    expect(await wallets()).toEqual(Array(2).fill({ balance: 95 * EURO, held: 95 * EURO, available: 0 }))
    expect(await wrongs(own)).toEqual([])
  })

  test('control: if wallets are checked without a lock, they hold more money than there is', async () => {
    await open()
    await own.owner.query('alter table wallets drop constraint wallets_spendable')
    const { stop, meet } = meeting(own)
    await spoil({
      hold: [
        ['order by w.organisation_id for no key update', 'order by w.organisation_id'],
        ['update wallets w set held', `${stop}update wallets w set held`],
      ],
    })
    expect(await meet({ at: 6 }, rush)).toBeGreaterThan(5)
    expect(await wrongs(own)).toContain('spent_within_limit')
  })
})

test('a hold reported as posted is already on the disk, although wallets do not wait for the disk; control: without the flush it is not', async () => {
  await open()
  await fill(1_000_000 * EURO)
  await own.owner.query('create table noted (lsn pg_lsn)')
  const booked = 'return post_hold(p_tenant, p_now, p_key, p_sale, p_reference, p_payload);'
  const noted = 'insert into noted select pg_current_wal_insert_lsn(); return p_sale;'
  await sabotage(own, 'post_hold_early', booked, `${booked.replace('return', 'p_sale :=')} ${noted}`)
  async function isUnwritten() {
    await post(await held())
    const [row] = await rowsOf<{ n: number }>(own, 'select count(*)::int as n from noted where lsn > pg_current_wal_flush_lsn()')
    return row?.n !== 0
  }
  for (let i = 0; i < 10; i++) expect(await isUnwritten()).toBe(false)
  await sabotage(own, 'flush_log', `perform pg_logical_emit_message(true, 'portal', '');`, '')
  // Other sessions write the log to the disk too: the WAL writer every fifth of a second, and each commit in another test file's world. So the test posts holds
  // until it finds one that no such write has brought to the disk yet.
  await until('a posted hold that is not on the disk', isUnwritten)
})

describe('a hold that is posted and voided at the same moment', () => {
  const ENDS = [
    [true, false, true, false],
    [false, true, false, true],
  ]
  const ended = async (asked: readonly Promise<unknown>[]) => (await Promise.allSettled(asked)).map(({ status }) => status === 'fulfilled')
  const agreed = async (sold: number) => {
    expect(await wallets()).toEqual(Array(2).fill({ balance: 1_000 * EURO - sold * PRICE, held: 0, available: 1_000 * EURO - sold * PRICE }))
    expect(await wrongs(own)).toEqual([])
  }

  test('ends the same way for every caller', async () => {
    await open()
    await fill(1_000 * EURO)
    const keys = await Promise.all(Array.from({ length: 10 }, () => held()))
    const ends = await Promise.all(keys.map((key) => ended([post(key), back(key), post(key), back(key)])))
    for (const end of ends) expect(ENDS).toContainEqual(end)
    await agreed(ends.filter(([sold]) => sold).length)
  })

  /**
   * Makes each side (the posting and the voiding) stop at a meeting point of its own after it has read the hold. Returns the two sides in both orders: with
   * the side that posts first, and with the side that gives back first.
   */
  async function orders(isLocked: boolean) {
    await fill(1_000 * EURO)
    const sides = [
      { ...meeting(own), name: 'post_hold', next: 'perform not_closed', end: post },
      { ...meeting(own), name: 'void_hold', next: 'v_wallets := ', end: back },
    ] as const
    for (const { stop, name, next } of sides)
      await spoil({
        [name]: [
          ['h.key = p_key for update', isLocked ? 'h.key = p_key for update' : 'h.key = p_key'],
          [next, `${stop}${next}`],
        ],
      })
    const [selling, giving] = sides
    return [
      [selling, giving],
      [giving, selling],
    ] as const
  }

  test('ends in the way that the first request asks for, while the other request waits', async () => {
    await open()
    for (const [first, second] of await orders(true)) {
      const key = await held()
      const both = await first.meet({ at: 1, behind: 1 }, async (come) => {
        const one = first.end(key)
        await come({ at: 1 })
        return ended([one, second.end(key)])
      })
      expect(both).toEqual([true, false])
    }
    await agreed(1)
  })

  // The second side runs to its end while the first is stopped at its meeting point. If both went on at the same time, they would deadlock, because one side
  // changes the hold first and the other the wallets.
  test('control: if neither request locks the hold, it is both posted and voided', async () => {
    await open()
    await own.owner.query('alter table wallets drop constraint wallets_limit; alter table holds drop constraint holds_ended')
    for (const [first, second] of await orders(false)) {
      const key = await held()
      const later: boolean[] = []
      const meanwhile = async () => void later.push(...(await ended([second.end(key)])))
      expect([await first.meet({ at: 1 }, () => ended([first.end(key)]), meanwhile), later]).toEqual([[true], [true]])
    }
    expect(await wrongs(own)).toContain('held_equals_open_holds')
  })
})
