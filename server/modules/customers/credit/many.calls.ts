// Many bookings in one call, with a result for each row. A row whose customer is unknown, or that cannot be booked, is refused; the others are booked.
import { BOOKING_MAX } from '../../../../contract/customers/credit.ts'
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { ErrorCode } from '../../../../contract/kit/errors.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { issueKey, keyOf } from '../../../http/transaction-key.ts'
import { Refusal } from '../../../kit/errors.ts'
import { ownHands } from '../../people/approvals/approvals.ts'
import { book } from './booking.ts'
import { type Named, namedCustomers } from './credit.sql.ts'
import { creditedSince } from './round.sql.ts'
import { madeAt } from './round.ts'

type ManyContext = Pick<Context<Calls['walletChangeMany']>, 'actor' | 'audit' | 'db' | 'keys' | 'log' | 'money' | 'now'>
type Row = InputOf<Calls['walletChangeMany']>['rows'][number]
type Result = OutputOf<Calls['walletChangeMany']>['rows'][number]

/**
 * How many rows are booked at the same time: more than one, because most are for different wallets, but few, because all requests share the pool of database
 * connections.
 */
export const TOGETHER = 8

export const transactionKeys: Handlers['transactionKeys'] = async ({ count }, { actor, keys }) => ({
  transaction_keys: Array.from({ length: count }, () => issueKey(keys, actor)),
})

export const walletChangeMany: Handlers['walletChangeMany'] = async ({ rows, payment_mode }, context) => {
  // The call itself is not logged, because each booking is.
  await context.audit(null)
  return { rows: await bookRows(context, rows, payment_mode) }
}

/**
 * Books rows; returns a result for each. `start`: the number of the first row. `round_id`: the credit round of these rows, if any; then a row is refused if
 * its customer was credited after the round's proposals were made.
 */
export async function bookRows(ground: ManyContext, rows: readonly Row[], payment_mode: string, start = 0, round_id?: string): Promise<Result[]> {
  const { actor, db } = ground
  const find = finder(await db.read(actor.tenant_id, (q) => namedCustomers(q, actor, rows)))
  const hands = await ownHands(ground)
  const results: Result[] = []
  for (let first = 0; first < rows.length; first += TOGETHER) {
    const part = rows.slice(first, first + TOGETHER)
    results.push(...(await Promise.all(part.map((row, i) => one(ground, hands, row, find(row), payment_mode, start + first + i, round_id)))))
  }
  return results
}

/** The result of a row that was refused before anything was booked. */
export const refused = (row: number, code: ErrorCode): Result => ({ row, customer_id: null, customer_name: '', outcome: 'refused', code, balance_after: null })

async function one(
  context: ManyContext,
  hands: readonly string[],
  row: Row,
  customer: Named | undefined,
  payment_mode: string,
  at: number,
  round_id: string | undefined,
): Promise<Result> {
  const { actor, db, keys, log } = context
  const told = { row: at, customer_id: customer?.customer_id ?? null, customer_name: customer?.name ?? '' }
  try {
    if (!customer) throw new Refusal('not_found')
    if (row.amount <= 0 || row.amount > BOOKING_MAX) throw new Refusal('amount_out_of_range')
    const key = keyOf({ actor, keys }, row.transaction_key ?? issueKey(keys, actor))
    const since = round_id && madeAt(round_id)
    const isLate = since && (await db.read(actor.tenant_id, (q) => creditedSince(q, actor.tenant_id, customer.customer_id, key, since)))
    if (isLate) throw new Refusal('changed_meanwhile')
    const booking = { key, customer_id: customer.customer_id, type: 'top_up', amount: row.amount, payment_mode, remarks: row.remarks ?? '' } as const
    const change = await book(context, booking, { known: hands })
    const isBooked = change.state === 'booked'
    return { ...told, outcome: isBooked ? 'booked' : 'approval', code: '', balance_after: isBooked ? change.balance_after : null }
  } catch (error) {
    // If a row fails, the other rows are still booked.
    if (!(error instanceof Refusal)) log.error(error)
    const code = error instanceof Refusal ? error.code : 'internal'
    return { ...told, outcome: 'refused', code, balance_after: null }
  }
}

/** Finds a row's customer by id or by user name. */
function finder(customers: readonly Named[]) {
  const byId = new Map(customers.map((one) => [one.customer_id, one]))
  const byName = new Map(customers.flatMap((one) => (one.username === null ? [] : [[one.username, one] as const])))
  return ({ customer_id, username = '' }: Row) => (customer_id === undefined ? byName.get(username) : byId.get(customer_id))
}
