// The job that sends webhooks. Events are read from the books and stored as deliveries, each under one id; deliveries are sent at least once, outside any
// transaction. The code of a sale does nothing for webhooks and does not wait for them (decision 0092).
import * as z from 'zod/mini'
import type { Money } from '../../../../contract/kit/money.ts'
import { parseMoney } from '../../../../contract/kit/money.ts'
import { stockTypes } from '../../../../contract/kit/product-types.ts'
import { type WebhookEvent, webhookData } from '../../../../contract/sales/webhooks.ts'
import type { Services } from '../../../http/services.ts'
import type { WebhookAnswer } from '../../../http/webhook-sender.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { eachTenant, rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { offers } from '../../till/selling/selling.ts'
import {
  addDeliveries,
  type Claimed,
  claim,
  forget,
  newLines,
  newLowBalances,
  nextWaiting,
  noteOutcomes,
  notePrices,
  noteRead,
  type Outcome,
  release,
  sealedUntil,
  stop,
  type TakenPrices,
  type Waiting,
  type Written,
  waitingOf,
} from './deliver.sql.ts'
import { giveUpWaiting } from './webhooks.sql.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'webhooks'>

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How long a webhook is claimed: longer than the work on it takes, which is reading, sending for `SEND_MS`, and waiting for the last answers. */
const CLAIM_MS = 3 * MINUTE_MS
const SEND_MS = 40_000
/** A webhook whose deliveries arrive is looked at again after this time. */
const PAUSE_MS = 30_000
/** The first pause of a webhook that fails, shorter than the minute between two rounds, so that the next round tries again. Each pause is twice the one before. */
const REST_MIN_MS = 45_000
const REST_MAX_MS = 60 * MINUTE_MS
/** If no delivery has arrived for this long, the webhook is stopped. */
const FAILING_MAX_MS = 3 * DAY_MS
/** How many times a delivery is tried. The number is limited, so that a delivery which the receiver always refuses does not hold up later ones. */
export const ATTEMPTS_MAX = 8
/** If more deliveries than this wait, the webhook is stopped. */
export const WAITING_MAX = 20_000
const WEBHOOKS_AT_ONCE = 4
const SENT_AT_ONCE = 5
const PAGE = 500
const PRICES_EVERY_MS = 10 * MINUTE_MS
const KEPT_MS = 30 * DAY_MS

export const webhookJobs = (needs: Needs): JobList => ({
  send_webhooks: { cron: '* * * * *', work: rounds(needs, 'send_webhooks', (tenant_id) => sendWebhooks(needs, tenant_id)) },
  forget_deliveries: {
    cron: '41 * * * *',
    work: () => eachTenant(needs, (tenant_id) => needs.db.write(tenant_id, async (q) => void (await forget(q, tenant_id, ago(needs, KEPT_MS))))),
  },
})

const ago = ({ clock }: Pick<Needs, 'clock'>, ms: number) => new Date(clock().getTime() - ms)

/**
 * Writes and sends what is due in a tenant, for a few webhooks at a time; the next few wait until all of these have ended. So a slow or unreachable receiver
 * delays the others of the round, by SEND_MS and its last answers at most.
 */
export async function sendWebhooks(needs: Needs, tenant_id: number): Promise<void> {
  const { db, clock, webhooks } = needs
  if (!webhooks) return
  for (let claimed = WEBHOOKS_AT_ONCE; claimed === WEBHOOKS_AT_ONCE; ) {
    const now = clock()
    const until = new Date(now.getTime() + CLAIM_MS)
    const turn = await db.write(tenant_id, (q) => claim(q, tenant_id, { now, until, at_once: WEBHOOKS_AT_ONCE }))
    const ended = await Promise.allSettled(turn.map((webhook) => work(needs, tenant_id, webhook)))
    for (const [i, one] of ended.entries()) if (one.status === 'rejected') throw Object.assign(new Error(`webhook ${turn[i]?.id}`), { cause: one.reason })
    claimed = turn.length
  }
}

async function work(needs: Needs, tenant_id: number, webhook: Claimed): Promise<void> {
  if (await writeAll(needs, tenant_id, webhook)) await sendAll(needs, tenant_id, webhook)
}

/** Stores new events as deliveries. If too many deliveries wait, stops the webhook and returns false. */
async function writeAll(needs: Needs, tenant_id: number, webhook: Claimed): Promise<boolean> {
  const { db, clock } = needs
  const since = new Date(webhook.read_until)
  const now = clock()
  // Sales with a time before the present instant may still be added, but not with a time before `sealed`. So the next round reads again from `sealed`;
  // ids keep events from being stored twice.
  const sealed = await db.read(tenant_id, (q) => sealedUntil(q, tenant_id))
  for (let isMore = true; isMore; ) {
    const waiting = await db.write(tenant_id, async (q) => {
      const written = await newSales(q, tenant_id, webhook, since)
      if (written.length > 0) await addDeliveries(q, tenant_id, webhook, written, now)
      isMore = written.length === PAGE
      return waitingOf(q, tenant_id, webhook.id)
    })
    if (waiting > WAITING_MAX) return stopped(needs, tenant_id, webhook, 'behind')
  }
  const prices = isPriceTime(webhook, now) ? await db.read(tenant_id, (q) => takenPrices(q, tenant_id, webhook, now)) : undefined
  await db.write(tenant_id, async (q) => {
    const written = [...(await newBalances(q, tenant_id, webhook, since)), ...(prices ? changedPrices(webhook, prices, now) : [])]
    if (prices) await notePrices(q, tenant_id, webhook.id, prices, now)
    if (written.length > 0) await addDeliveries(q, tenant_id, webhook, written, now)
    await noteRead(q, tenant_id, webhook.id, sealed < now ? sealed : now)
  })
  return true
}

const wants = ({ events }: Claimed, event: WebhookEvent) => events.includes(event)

/** The body of a delivery. Amounts are written as in the answers of calls. */
const bodyOf = <E extends WebhookEvent>(type: E, timestamp: string, data: z.output<(typeof webhookData)[E]>): string =>
  JSON.stringify({ type, timestamp, data: z.encode(webhookData[type] as z.ZodMiniObject, data as Record<string, unknown>) })

async function newSales(q: Query, tenant_id: number, webhook: Claimed, since: Date): Promise<Written[]> {
  if (!wants(webhook, 'sale.completed') && !wants(webhook, 'sale.returned')) return []
  const signs = [...(wants(webhook, 'sale.completed') ? [1] : []), ...(wants(webhook, 'sale.returned') ? [-1] : [])]
  const lines = await newLines(q, tenant_id, webhook, { since, signs, limit: PAGE })
  return lines.map(({ sign, sold_price, ...line }) => {
    const event = sign > 0 ? 'sale.completed' : 'sale.returned'
    const body = bodyOf(event, line.created_at, { ...line, sold_total: (sign * line.quantity * sold_price) as Money })
    return { event, message_id: `${sign > 0 ? 'sale' : 'return'}_${line.line_id}`, body }
  })
}

async function newBalances(q: Query, tenant_id: number, webhook: Claimed, since: Date): Promise<Written[]> {
  if (!wants(webhook, 'balance.low')) return []
  return (await newLowBalances(q, tenant_id, webhook, since)).map(({ notice_id, data, created_at }) => ({
    event: 'balance.low',
    message_id: `balance_${notice_id}`,
    body: bodyOf('balance.low', created_at, {
      ...{ customer_id: data.customer_id ?? '', customer_name: data.customer ?? '' },
      ...{ available: parseMoney(data.balance ?? '') ?? (0 as Money), level: Number(data.count) },
    }),
  }))
}

/** Whether to read the prices now, for a webhook that reports changes of prices: the first time immediately, then a few times an hour. */
const isPriceTime = (webhook: Claimed, now: Date): boolean =>
  wants(webhook, 'price.changed') && (!webhook.prices || now.getTime() - Date.parse(webhook.prices_read_at ?? '') >= PRICES_EVERY_MS)

async function takenPrices(q: Query, tenant_id: number, { organisation_id }: Claimed, now: Date): Promise<TakenPrices> {
  const wanted = { today: berlinDay(now), type: undefined, favouritesOnly: false, types: stockTypes }
  const offered = await offers(q, { tenant_id, organisation_id, user_id: organisation_id }, wanted)
  return Object.fromEntries(offered.map(({ configuration_id, product_name: name, value, price }) => [configuration_id, { name, value, price }]))
}

/** One event for all prices that differ from those read before; no event after the first reading. */
function changedPrices(webhook: Claimed, after: TakenPrices, now: Date): Written[] {
  const prices = webhook.prices ? pricesBetween(webhook.prices, after, webhook.is_masked) : []
  if (prices.length === 0) return []
  return [{ event: 'price.changed', message_id: `price_${newId()}`, body: bodyOf('price.changed', now.toISOString(), { prices }) }]
}

type PriceRow = z.output<(typeof webhookData)['price.changed']>['prices'][number]

export function pricesBetween(before: TakenPrices, after: TakenPrices, isMasked: boolean): PriceRow[] {
  const shown = (price: Money | undefined) => (isMasked ? null : (price ?? null))
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((configuration_id) => {
    const [was, is] = [before[configuration_id], after[configuration_id]]
    const known = is ?? was
    if (!known || (was?.price === is?.price && was?.value === is?.value)) return []
    const { name: product_name, value } = known
    return [{ configuration_id, product_name, value, is_offered: is !== undefined, price_before: shown(was?.price), price: shown(is?.price) }]
  })
}

/** Sends the waiting deliveries in order, some at a time, until no delivery waits, a delivery fails, or the time is over. */
async function sendAll(needs: Needs, tenant_id: number, webhook: Claimed): Promise<void> {
  const { db, clock } = needs
  const began = performance.now()
  let ended: 'done' | 'failed' | 'gone' = 'done'
  let arrived = 0
  while (ended === 'done' && performance.now() - began < SEND_MS) {
    const turn = await db.write(tenant_id, (q) => nextWaiting(q, tenant_id, webhook.id, SENT_AT_ONCE))
    if (turn.length === 0) break
    const outcomes = await Promise.all(turn.map((one) => sendOne(needs, tenant_id, webhook, one)))
    await db.write(tenant_id, (q) => noteOutcomes(q, tenant_id, webhook.id, outcomes, clock()))
    arrived += outcomes.filter(({ state }) => state === 'delivered').length
    if (outcomes.some(({ status }) => status === 410)) ended = 'gone'
    else if (outcomes.some(({ state }) => state !== 'delivered')) ended = 'failed'
  }
  if (ended === 'gone') return void (await stopped(needs, tenant_id, webhook, 'gone'))
  const now = clock()
  if (ended === 'done') return rest(needs, tenant_id, webhook.id, { failures: 0, failing_since: null, next_try_at: new Date(now.getTime() + PAUSE_MS) })
  const failing_since = arrived === 0 && webhook.failing_since ? new Date(webhook.failing_since) : now
  if (now.getTime() - failing_since.getTime() >= FAILING_MAX_MS) return void (await stopped(needs, tenant_id, webhook, 'failing'))
  const failures = arrived === 0 ? webhook.failures + 1 : 1
  const next_try_at = new Date(now.getTime() + Math.min(REST_MIN_MS * 2 ** (failures - 1), REST_MAX_MS))
  return rest(needs, tenant_id, webhook.id, { failures, failing_since, next_try_at })
}

const rest = ({ db }: Needs, tenant_id: number, id: string, to: Parameters<typeof release>[3]) =>
  db.write(tenant_id, async (q) => void (await release(q, tenant_id, id, to)))

async function sendOne({ clock, log, webhooks }: Needs, tenant_id: number, { id: webhook_id, url }: Claimed, one: Waiting): Promise<Outcome> {
  const nothing: WebhookAnswer = { status: null, error: 'OFF', duration_ms: 0 }
  const { status, error } = (await webhooks?.send({ tenant_id, webhook_id, url, id: one.message_id, body: one.body }, clock())) ?? nothing
  const isDone = status !== null && status >= 200 && status < 300
  const state = isDone ? 'delivered' : one.attempts >= ATTEMPTS_MAX || status === 410 ? 'failed' : 'waiting'
  // Neither the URL nor the body is logged, because a URL may hold a secret of its receiver.
  if (!isDone) log.warn({ tenant_id, webhook_id, message_id: one.message_id, status, error, attempt: one.attempts }, 'webhook not delivered')
  return { id: one.id, state, status, error }
}

/** Stops a webhook and notifies the managers of its organisation. Returns false. */
async function stopped({ db, clock }: Needs, tenant_id: number, { id, organisation_id, url }: Claimed, why: 'gone' | 'failing' | 'behind'): Promise<false> {
  await db.write(tenant_id, async (q) => {
    if (!(await stop(q, tenant_id, id, why))) return
    await giveUpWaiting(q, tenant_id, id)
    await putNotice(q, clock(), { organisation_id, kind: 'webhook_stopped', data: { name: new URL(url).hostname } })
  })
  return false
}
