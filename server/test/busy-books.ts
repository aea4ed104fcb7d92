// Books with a little of everything, to try the money check on.
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { EURO } from '../../contract/kit/money.ts'
import { hours } from '../figures/by-hour.ts'
import { closeBooks } from '../figures/closed-books.ts'
import { figures } from '../figures/roll-ups.ts'
import { sold } from '../figures/sold-by-day.ts'
import { tallyTenant } from '../figures/tallies.ts'
import { kinds, standing } from '../figures/totals-by-year.ts'
import { newId } from '../kit/ids.ts'
import { booked } from '../modules/customers/credit/booking-tally.ts'
import { stockDays } from '../modules/goods/stock-reports/stock-days.ts'
import { stockToDate } from '../modules/goods/stock-reports/stock-to-date.ts'
import { documentKind } from '../modules/papers/documents/documents.ts'
import { tillTimes } from '../modules/papers/shifts/till-times.ts'
import { giveWallet, goods, organisationId, rowsOf, sabotage } from './arrange.ts'
import { accept, acting, approve, claimOne, handOn, pinsOf } from './claims.ts'
import { delivered, liveGoods } from './holds.ts'
import type { Person, World } from './world.ts'

const HOUR_MS = 3_600_000

/** Rows of the test's world, under the names that the corruption files use for them. */
export type Rows = {
  sale: string
  other: string
  /** A sale by a shop below a sub-reseller, which was paid from the wallets of both. */
  climbed: string
  reprinted: string
  /** A downloaded bulk sale; its period is closed, like that of `old`. */
  bulk: string
  old: string
  shop: string
  /** The seq of the shop's last transfer, which belongs to a sale. */
  last: number
  batch: number
  /** A batch without sales, with one blocked PIN. */
  spare: number
  approved: string
  waiting: string
  /** The keys of an open hold and of a voided hold of the shop. */
  held: string
  given: string
  /** A live product's sale over two hops, whose period is closed, and its key. */
  live: string
  livekey: string
  /** Documents: the first and the last of a series of three, and one of a closed period. */
  document: string
  ending: string
  filed: string
  /** A refund of the sale `climbed`, the claim that led to it, and a claim that is still open. */
  refund: string
  claim: string
  claiming: string
  /** A Z-report that counted the sale `other`; after that report its till made the sale `sale`. */
  z: string
}

const paper = documentKind('paper', z.object({ total: z.number() }))

/** Makes a document of the shop’s series, and returns its id. */
const file = async (w: World, owner_id: string, series: string) => {
  const making = { tenant_id: 1, key: newId(), owner_id, series, snapshot: { total: 12 }, user_id: null }
  return (await w.db.write(1, (q) => paper.put(q, w.clock.now(), making))).document_id
}

export const keyOf = async (person: Person) => (await person.calls.transactionKey({})).transaction_key
export const sellTo = async (person: Person, configuration_id: string, quantity = 1) =>
  (await person.calls.sell({ transaction_key: await keyOf(person), configuration_id, quantity })).sale_id

/** Makes books with a little of everything: a part of it is in a closed period, a part was booked later. */
export async function busyBooks(w: World): Promise<Rows> {
  // Closes the demo world's sales as a period of their own.
  await tallyAll(w)
  await w.services.money.check(1)
  const shop = await organisationId(w, 'kiosque')
  for (const name of ['kiosque', 'port', 'sud']) await giveWallet(w, await organisationId(w, name), 10_000 * EURO)
  const [card, spare] = [await goods(w, { pins: 200 }), await goods(w, { pins: 100 })]
  let [till, nord] = [await w.signIn('kiosque'), await w.signIn('nord')]
  const filed = await file(w, shop, 'closed')
  const old = await sellTo(till, card.configuration_id, 2)
  const bulk = await till.calls.sellBulk({ transaction_key: await keyOf(till), configuration_id: card.configuration_id, quantity: 35 })
  await till.calls.saleDownload({ download_id: bulk.download_id })
  const { key: livekey, sale_id: live } = await liveSale(w, await w.signIn('port'))
  await tallyAll(w)
  w.clock.advance(48 * HOUR_MS)
  await tallyAll(w)
  await w.services.money.check(1)
  ;[till, nord] = [await w.signIn('kiosque'), await w.signIn('nord')]

  const book = async (amount: number, more: object = {}) =>
    nord.calls.walletChange({ transaction_key: await keyOf(nord), customer_id: shop, amount, payment_mode: 'cash', ...more })
  await book(100 * EURO)
  await book(700 * EURO, { type: 'credit_limit' })
  const approved = await request(w, 'approved', shop)
  const waiting = await request(w, 'waiting', shop)
  await rowsOf(
    w,
    `insert into auto_credit_rules (tenant_id, wallet_id, balance_trigger, balance_topup, daily_limit, created_by, created_at) select 1, $1, 1000000000, 10000, 10000, $1, now()`,
    [shop],
  )
  const climbed = await sellTo(await w.signIn('port'), card.configuration_id, 2)
  const { refund, claim, claiming } = await claims(w, climbed)
  const reprinted = await sellTo(till, card.configuration_id)
  const line = { configuration_id: card.configuration_id, quantity: 1 }
  await till.calls.sellBasket({ transaction_key: await keyOf(till), lines: [line, { ...line, quantity: 2 }], payment: 'card' })
  await till.calls.reprint({ sale_id: reprinted })
  await till.calls.reprint({ sale_id: reprinted, reason: 'paper' })
  const topUps = await liveGoods(w, till)
  const [held, given] = [topUps.asked({ value: 12 * EURO }), topUps.asked()]
  for (const asked of [held, given]) await w.services.money.hold(asked)
  await w.services.money.void(1, given.key, null, 'refused')
  await rowsOf(w, 'select block_pin(1, $1, $2, 50, true)', [spare.owner_id, spare.batch_no])
  const other = await sellTo(till, card.configuration_id)
  const { report } = await till.calls.zReport({ transaction_key: await keyOf(till) })
  const sale = await sellTo(till, card.configuration_id, 3)
  const [document = '', , ending = ''] = [await file(w, shop, 'open'), await file(w, shop, 'open'), await file(w, shop, 'open')]
  await sabotage(w, 'check_money', 'v_pins constant int := 50000', 'v_pins constant int := 250')
  const [{ last } = { last: 0 }] = await rowsOf<{ last: number }>(w, 'select transfers as last from wallets where organisation_id = $1', [shop])
  const more = { refund, claim, claiming, held: held.key, given: given.key, live, livekey, document, ending, filed, z: report?.document_id ?? '' }
  return { sale, climbed, other, bulk: bulk.sale_id, reprinted, old, shop, last, batch: card.batch_no, spare: spare.batch_no, approved, waiting, ...more }
}

/** Refunds one of the two PINs of a sale below the sub-reseller, and claims the other. */
async function claims(w: World, sale_id: string) {
  const [nord, sud, port] = [await acting(w, 'nord'), await acting(w, 'sud'), await acting(w, 'port')]
  const [first, second] = await pinsOf(w, sale_id)
  const [claim, claiming] = [await claimOne(w, port, first), await claimOne(w, port, second)]
  await handOn(w, sud, claim)
  await approve(w, nord, claim)
  await accept(w, nord, claim)
  const [refund] = await rowsOf<{ id: string }>(w, 'select id from refunds where tenant_id = 1 and reclamation_id = $1', [claim])
  return { refund: refund?.id ?? '', claim, claiming }
}

async function liveSale(w: World, person: Person) {
  const asked = (await liveGoods(w, person)).asked({ quantity: 2 })
  await w.services.money.hold(asked)
  return { key: asked.key, sale_id: await w.services.money.post(1, asked.key, delivered(w, asked.key)) }
}

/**
 * How far back the books must be closed. The last ten minutes always stay open, and a longer time stays open while any transaction in the cluster writes, as
 * other test files do.
 */
const CLOSED_MS = 11 * 60_000

export async function tallyAll(w: World) {
  const isClosed = async () => (await closeBooks(w.services, 1)).getTime() > w.clock.now().getTime() - CLOSED_MS
  await vi.waitUntil(isClosed, { timeout: 60_000 })
  for (const tally of [sold, booked, figures, hours, standing, kinds, stockDays, stockToDate, tillTimes]) await tallyTenant(w.services, 1, tally)
}

/** Makes a request for credit: one that still waits, or one that a second person approved, with a booking under its own key. */
async function request(w: World, state: 'approved' | 'waiting', customer_id: string): Promise<string> {
  const [id, user_id, amount] = [newId(), await userOf(w, 'nord'), 50 * EURO]
  const actor_id = await organisationId(w, 'nord')
  const asked = {
    tenant_id: 1,
    key: id,
    user_id,
    actor_id,
    customer_id,
    id: newId(),
    type: 'top_up',
    amount,
    payment_mode: 'cash',
    remarks: '',
    hands: null,
  } as const
  if (state === 'approved') await w.services.money.changeWallet(asked)
  await rowsOf(
    w,
    `insert into credit_requests (tenant_id, id, organisation_id, wallet_id, type, amount, payment_mode, remarks, state, asked_by, asked_name, asked_at, decided_by, decided_at)
     values (1, $1, $9, $2, 'top_up', $3, 'cash', '', $4, $5, 'nord', $6, $7, $8)`,
    [id, customer_id, amount, state, user_id, w.clock.now(), ...(state === 'approved' ? ['second', w.clock.now()] : ['', null]), actor_id],
  )
  return id
}
const userOf = async (w: World, username: string) =>
  (await rowsOf<{ id: string }>(w, 'select id from users where tenant_id = 1 and username = $1', [username]))[0]?.id ?? ''
