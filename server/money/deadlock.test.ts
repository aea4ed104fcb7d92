// 10,000 purchases, bookings, holds and changes of what is on sale, mixed at random over 20 connections, must never deadlock.

import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { codeOf } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import { type Delivery, orderBound, sealDelivery } from '../kit/seal.ts'
import { batch, type Corner, giveWallet, goods, organisationId, rowsOf, sabotage, wrongs } from '../test/arrange.ts'
import { type World, world } from '../test/world.ts'
import { contentOf } from './content.ts'

const CALLERS = 20
const grounds: DeadlockWorld[] = []
afterEach(async () => {
  for (const { w, direct } of grounds.splice(0)) {
    await direct.end()
    await w.end()
  }
})

type Seller = { seller_id: string; user_id: string; session_id: string }
/** The world of the test. `direct`: connections with the server's role but without its retries, which would hide a deadlock. */
type DeadlockWorld = {
  w: World
  direct: pg.Pool
  sellers: Seller[]
  corners: Corner[]
  owner_id: string
  supplier_id: string
  deadlocks: number
  done: number
  /** Set for the control, which ends at the first deadlock. Operations that wait behind the deadlock may then time out. */
  control?: true
}

async function ground(): Promise<DeadlockWorld> {
  const w = await world()
  // The shop port sells below the sub-reseller sud. Each sale of port moves two wallets, and all sales below sud share sud's wallet.
  const people = await Promise.all(['kiosque', 'gare', 'port'].map((username) => w.signIn(username)))
  const sellers: Seller[] = []
  for (const { customer_id, session_id } of people) {
    await giveWallet(w, customer_id, 1_000_000 * EURO)
    const [row] = await rowsOf<{ user_id: string }>(w, 'select user_id from sessions where tenant_id = 1 and id = $1', [session_id])
    sellers.push({ seller_id: customer_id, session_id, user_id: row?.user_id ?? '' })
  }
  await giveWallet(w, await organisationId(w, 'sud'), 1_000_000 * EURO)
  const corners = [await goods(w, { pins: 4000, euro: 5 }), await goods(w, { pins: 600, euro: 5 }), await goods(w, { pins: 40, euro: 5 })]
  const second = corners[1] as Corner
  await batch(w, second, { pins: 3000 })
  const [supplier] = await rowsOf<{ id: string }>(w, 'select id from connections where tenant_id = 1 limit 1')
  const made = {
    w,
    supplier_id: supplier?.id ?? '',
    direct: new pg.Pool({ connectionString: w.url, max: CALLERS }),
    sellers,
    corners,
    owner_id: second.owner_id,
    deadlocks: 0,
    done: 0,
  }
  // Ignores the errors that connections raise when the database is dropped while they are closing.
  made.direct.on('error', () => undefined)
  made.direct.on('connect', (client) => client.on('error', () => undefined))
  grounds.push(made)
  return made
}

const any = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T

/** Sells one batch of up to eight purchases by random sellers of random goods, in the way a lane of the batcher sends a batch. */
function sellMix({ w, direct, sellers, corners }: DeadlockWorld, wait: boolean) {
  const lines = Array.from({ length: wait ? 1 : 1 + Math.floor(Math.random() * 8) }, () => ({
    ...any(sellers),
    ...any(corners),
    key: newId(),
    sale_id: newId(),
    quantity: 1 + Math.floor(Math.random() * 3),
  }))
  const column = (name: keyof (typeof lines)[number]) => lines.map((line) => line[name])
  return {
    operations: lines.length,
    run: () =>
      direct.query({
        name: 'sell-mix',
        text: 'select * from sell($1, $2, $3, $4::uuid[], $5::bytea[], $6::uuid[], $7::uuid[], $8::uuid[], $9::uuid[], $10::int[], $11::uuid[], $12::uuid[])',
        values: [
          1,
          w.clock.now(),
          wait,
          column('key'),
          lines.map(() => contentOf('mix')),
          column('user_id'),
          column('session_id'),
          column('seller_id'),
          column('configuration_id'),
          column('quantity'),
          column('sale_id'),
          lines.map(() => null),
        ],
      }),
  }
}

function bookMix({ w, direct, sellers, owner_id }: DeadlockWorld) {
  const { seller_id, user_id } = any(sellers)
  const type = any(['top_up', 'credit_limit'])
  return {
    operations: 1,
    run: () =>
      direct
        .query({
          name: 'book-mix',
          text: 'select change_wallet($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
          values: [1, w.clock.now(), newId(), contentOf('mix'), user_id, owner_id, seller_id, newId(), type, 10 * EURO, 'cash', ''],
        })
        .catch((error) => {
          if (!codeOf(error).startsWith('PX')) throw error
        }),
  }
}

const places = Array.from({ length: 22 }, (_, i) => `$${i + 1}`).join(', ')

/** Makes a hold and immediately posts it or gives it back. */
function holdMix({ w, direct, sellers, corners, supplier_id }: DeadlockWorld) {
  const [{ seller_id, user_id, session_id }, { configuration_id }, key] = [any(sellers), any(corners), newId()]
  const sold = Math.random() < 0.5
  const held = [1, w.clock.now(), key, contentOf('mix'), newId(), user_id, session_id, seller_id, configuration_id, 1, null, null, supplier_id, EURO, {}]
  const ordered = [newId(), new Date(w.clock.now().getTime() + 60_000), 'P1', '', null, w.services.keys.seal(orderBound(1, key), '{}'), null]
  const end: unknown[] = sold
    ? [1, w.clock.now(), key, newId(), newId(), sealDelivery(w.services.keys, 1, key, {} as Delivery)]
    : [1, w.clock.now(), key, null, 'given back']
  return {
    operations: 2,
    run: async () => {
      await direct.query({ name: 'hold-mix', text: `select hold(${places})`, values: [...held, ...ordered] })
      await direct.query({
        name: `end-mix-${sold}`,
        text: sold ? 'select post_hold($1, $2, $3, $4, $5, $6)' : 'select void_hold($1, $2, $3, $4, $5)',
        values: end,
      })
    },
  }
}

function publishMix({ direct, corners, owner_id }: DeadlockWorld) {
  const { batch_no } = any(corners)
  return {
    operations: 1,
    run: () => direct.query({ name: 'publish-mix', text: 'select publish_batch($1, $2, $3, $4)', values: [1, owner_id, batch_no, Math.random() < 0.9] }),
  }
}

async function mix(g: DeadlockWorld, total: number) {
  const caller = async () => {
    while (g.done < total && !(g.control && g.deadlocks > 0)) {
      const dice = Math.random()
      const kind = dice < 0.6 ? sellMix(g, false) : dice < 0.7 ? sellMix(g, true) : dice < 0.82 ? holdMix(g) : dice < 0.95 ? bookMix(g) : publishMix(g)
      const { operations, run } = kind
      g.done += operations
      await run().catch((error) => {
        if (codeOf(error) === '40P01') g.deadlocks++
        else if (!g.control || !/^(55P03|57014)$/.test(codeOf(error))) throw error
      })
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

test('10,000 operations mixed at random cause no deadlock, and the books agree', { timeout: 300_000 }, async () => {
  const g = await ground()
  await mix(g, 10_000)
  expect({ deadlocks: g.deadlocks, wrong: await wrongs(g.w) }).toEqual({ deadlocks: 0, wrong: [] })
})

test('control: if wallets are not locked in the order of their ids, there are deadlocks', { timeout: 300_000 }, async () => {
  const g = await ground()
  await sabotage(g.w, 'sell', 'order by w.organisation_id for no key update)', 'order by random() for no key update)')
  g.control = true
  // The first hundred operations of the control nearly always contain a deadlock; the chance that ten thousand contain none is below one in a thousand million.
  await mix(g, 10_000)
  expect(g.deadlocks).toBeGreaterThan(0)
})
