// How the parts of the portal work now, from what the server measures anyway: its own checks, the answers of suppliers, orders in doubt, and messages.

import type { Weather } from '../../../../contract/kit/live.ts'
import { type PartState, type PortalPart, portalParts } from '../../../../contract/sales/portal-status.ts'
import { lookAt } from '../../../http/ready.ts'
import type { Services } from '../../../http/services.ts'
import { newIdAt } from '../../../kit/ids.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import { weatherAt } from '../../till/live-selling/live-selling.ts'
import { type ConnectionRow, connectionsInUse, type MessageFigures, messagesLately } from './portal-status.sql.ts'

export type Needs = Pick<Services, 'db' | 'clock' | 'post' | 'checks'>
export type States = Record<PortalPart, PartState>

const MINUTE_MS = 60_000
/** Suppliers are tested every quarter of an hour, so a failed test counts as the present state for a little longer. */
const TEST_MS = 20 * MINUTE_MS
/**
 * An order is in doubt if its outcome is not known after IN_DOUBT_MS. Orders older than ORDERS_MS are left out, because they wait for a person and do not show
 * the present state.
 */
const [IN_DOUBT_MS, ORDERS_MS] = [5 * MINUTE_MS, 60 * MINUTE_MS]
/**
 * Sent messages are counted if they were written in the last MESSAGES_MS. A message that has been due for LATE_MS and was not tried shows that messages are not
 * sent.
 */
const [MESSAGES_MS, LATE_MS] = [30 * MINUTE_MS, 5 * MINUTE_MS]
/** Fewer failures than this are ignored, because they may have causes of their own, such as one wrong number. */
const LEAST = 3

/** Computes the state of a part from the states of its suppliers. While one supplier works, the part is not down. */
export function partOf(suppliers: readonly PartState[]): PartState {
  if (suppliers.length === 0) return 'not_offered'
  const ranks = new Set(suppliers)
  return ranks.size === 1 ? (suppliers[0] ?? 'working') : 'disturbed'
}

export function supplierState({ has_failed_test, in_doubt }: Pick<ConnectionRow, 'has_failed_test' | 'in_doubt'>, weather: Weather): PartState {
  if (weather === 'away') return 'down'
  return weather === 'slow' || has_failed_test || in_doubt >= LEAST ? 'disturbed' : 'working'
}

export function messageState({ sent, stuck }: MessageFigures): PartState {
  if (stuck < LEAST) return 'working'
  return sent === 0 ? 'down' : 2 * stuck >= sent ? 'disturbed' : 'working'
}

/** Returns one state for all parts; used when nothing works. */
export const allParts = (state: PartState): States => Object.fromEntries(portalParts.map((part) => [part, state])) as States

/** Whether the server can sell, by the same checks as /ready, and whether the check that failed is that of the database. */
export async function readiness({ checks }: Pick<Needs, 'checks'>): Promise<{ sells: boolean; isCutOff: boolean }> {
  const { ok: sells, checks: results } = await lookAt(checks)
  return { sells, isCutOff: results.some(({ name, ok }) => name === 'database' && !ok) }
}

/** The state of each part for one tenant. Throws if the database cannot be read. */
export async function statesOf(
  { db, clock, post }: Omit<Needs, 'db' | 'checks'> & { db: Pick<ReadDb, 'read' | 'readAtOnce'> },
  tenant_id: number,
  sells: boolean,
): Promise<States> {
  const now = clock()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const [connections, [messages]] = await db.readAtOnce(tenant_id, (q) => [
    connectionsInUse(q, { tenant_id, tested_since: before(TEST_MS), ordered_since: before(ORDERS_MS), ordered_until: before(IN_DOUBT_MS) }),
    messagesLately(q, { tenant_id, since: newIdAt(before(MESSAGES_MS)), due: before(LATE_MS) }),
  ])
  const weather = await weatherAt({ actor: { tenant_id }, db, now: clock }, connections)
  const live = (part: PortalPart) =>
    partOf(connections.filter(({ parts }) => parts.includes(part)).map((each) => supplierState(each, weather(each.connection_id))))
  return {
    till: sells ? 'working' : 'down',
    recharges: live('recharges'),
    top_ups: live('top_ups'),
    buses: live('buses'),
    messages: !post.email && !post.sms ? 'not_offered' : messages ? messageState(messages) : 'working',
  }
}
