// Holds at the same moment: against each other at the last cent, and one hold's two ends; and for each lock a world without it.

import { afterEach, describe, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { giveWallet, organisationId, rowsOf, sabotage, wrongs } from '../test/arrange.ts'
import { delivered, liveGoods, walletOf } from '../test/holding.ts'
import { type Person, type World, world } from '../test/world.ts'
import type { MoneyDoor } from './money.ts'

let own: World
let money: MoneyDoor
let port: Person
let sud: string
let live: Awaited<ReturnType<typeof liveGoods>>
async function open() {
  own = await world()
  money = own.services.money
  port = await own.signIn('port')
  sud = await organisationId(own, 'sud')
  live = await liveGoods(own, port)
}
afterEach(() => own.end())

/** Port sells below the sub-reseller sud: whatever one holds, both hold. */
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

/** A world whose guards are spoilt, in which the same test must fail. */
async function spoilt(table: string, guards: Record<string, [right: string, wrong: string][]>) {
  await open()
  await own.owner.query(table)
  for (const [name, parts] of Object.entries(guards)) for (const [right, wrong] of parts) await sabotage(own, name, right, wrong)
}
const WAIT = 'perform pg_sleep(0.05); '

describe('20 holds for the credit of 5', () => {
  async function rush() {
    await fill(95 * EURO)
    const answers = await Promise.all(Array.from({ length: 20 }, () => money.hold(live.asked({ value: 20 * EURO }))))
    return answers.filter(({ code }) => code === 'held').length
  }

  test('are five, to the last cent', async () => {
    await open()
    expect(await rush()).toBe(5)
    expect(await wallets()).toEqual(Array(2).fill({ balance: 95 * EURO, held: 95 * EURO, available: 0 }))
    expect(await wrongs(own)).toEqual([])
  })

  test('control: where wallets are looked at without a lock, more is held than there is', async () => {
    await spoilt('alter table wallets drop constraint wallets_spendable', {
      hold: [
        ['order by w.organisation_id for no key update', 'order by w.organisation_id'],
        ['update wallets w set held', `${WAIT}update wallets w set held`],
      ],
    })
    expect(await rush()).toBeGreaterThan(5)
    expect(await wrongs(own)).toContain('spent_within_limit')
  })
})

test('whoever hears that a hold is posted has it on the disk, though no wallet waits for that; control: without its flush it is not', async () => {
  await open()
  await fill(1_000 * EURO)
  await own.owner.query('create table noted (lsn pg_lsn)')
  const booked = 'return post_hold(p_tenant, p_now, p_key, p_sale, p_reference, p_payload);'
  const noted = 'insert into noted select pg_current_wal_insert_lsn(); return p_sale;'
  await sabotage(own, 'post_hold_early', booked, `${booked.replace('return', 'p_sale :=')} ${noted}`)
  async function unwritten() {
    const counts: number[] = []
    for (let i = 0; i < 10; i++) {
      await post(await held())
      const [row] = await rowsOf<{ n: number }>(own, 'select count(*)::int as n from noted where lsn > pg_current_wal_flush_lsn()')
      counts.push(row?.n ?? 0)
    }
    return counts.filter((n) => n > 0).length
  }
  expect(await unwritten()).toBe(0)
  await sabotage(own, 'flush_log', `perform pg_logical_emit_message(true, 'portal', '');`, '')
  expect(await unwritten()).toBeGreaterThan(0)
})

describe('a hold that is posted and given back at the same moment', () => {
  async function both() {
    await fill(1_000 * EURO)
    const keys = await Promise.all(Array.from({ length: 10 }, () => held()))
    const ends = await Promise.all(keys.map((key) => Promise.allSettled([post(key), back(key), post(key), back(key)])))
    return ends.map((answers) => answers.map(({ status }) => status === 'fulfilled'))
  }
  const [SOLD, GIVEN] = [
    [true, false, true, false],
    [false, true, false, true],
  ]

  test('ends one way, whoever asks', async () => {
    await open()
    const ends = await both()
    for (const end of ends) expect([SOLD, GIVEN]).toContainEqual(end)
    const spent = ends.filter(([sold]) => sold).length * PRICE
    expect(await wallets()).toEqual(Array(2).fill({ balance: 1_000 * EURO - spent, held: 0, available: 1_000 * EURO - spent }))
    expect(await wrongs(own)).toEqual([])
  })

  test('control: where neither locks the hold, both happen', async () => {
    const unlocked = (next: string): [string, string][] => [
      ['h.key = p_key for update', 'h.key = p_key'],
      [next, `${WAIT}${next}`],
    ]
    await spoilt('alter table wallets drop constraint wallets_limit; alter table holds drop constraint holds_ended', {
      post_hold: unlocked('perform not_closed'),
      void_hold: unlocked('v_wallets := '),
    })
    expect((await both()).some(([sold, given]) => sold && given)).toBe(true)
    expect(await wrongs(own)).toContain('held_equals_open_holds')
  })
})
