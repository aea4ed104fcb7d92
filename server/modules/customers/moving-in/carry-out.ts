// Carries out a move of customers from another system, in the background: each is added, credited and given prices by the same functions as in the calls for
// one customer. Every row has its own keys, so a row whose outcome was not stored is done again without being booked twice.

import { giveable } from '../../../../contract/customers/customer-changes.ts'
import type { Flag } from '../../../../contract/kit/access.ts'
import { usualFlags } from '../../../../contract/people/staff.ts'
import type { Services } from '../../../http/services.ts'
import { isBusy, Refusal } from '../../../kit/errors.ts'
import { createAudit } from '../../../postgres/audit.ts'
import { rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { changeOwnPrices } from '../../goods/prices/prices.ts'
import { book, stillMay } from '../credit/credit.ts'
import { addCustomer } from '../customers/customers.ts'
import { type BookedState, claimMove, endMove, keepOutcome, type Move, type MoveRow, nextRows, type Outcome, openMoves } from './moving-in.sql.ts'

export type MoveServices = Pick<Services, 'clock' | 'db' | 'keys' | 'log' | 'money' | 'post'> & Partial<Pick<Services, 'jobs'>>

/** A server that has stored no outcome for this long loses its claim on the move. */
const LEASE_MS = 60_000
/** How many rows are read at a time. */
const PORTION = 20

export const moveJobs = (needs: MoveServices): JobList => ({
  move: { work: ({ tenant_id, move_id }) => goOn(needs, Number(tenant_id), String(move_id)) },
  moves: { cron: '* * * * *', work: rounds(needs, 'moves', (tenant_id) => goOnWithAll(needs, tenant_id)) },
})

/** Continues moves whose server has stopped. */
export async function goOnWithAll(needs: MoveServices, tenant_id: number): Promise<void> {
  const open = await needs.db.read(tenant_id, (q) => openMoves(q, tenant_id, needs.clock()))
  for (const { id } of open) await goOn(needs, tenant_id, id)
}

export async function goOn(needs: MoveServices, tenant_id: number, move_id: string): Promise<void> {
  const { db, clock } = needs
  const [move] = await db.write(tenant_id, (q) => claimMove(q, tenant_id, move_id, clock(), LEASE_MS))
  if (!move) return
  const next = () => db.read(tenant_id, (q) => nextRows(q, tenant_id, move_id, PORTION))
  for (let rows = await next(); rows.length > 0; rows = await next())
    for (const row of rows) {
      const outcome = await carryOut(needs, tenant_id, move, row)
      await db.write(tenant_id, (q) => keepOutcome(q, tenant_id, move_id, row.row, outcome, clock(), LEASE_MS))
    }
  await db.write(tenant_id, (q) => endMove(q, tenant_id, move_id))
}

/** The rights that this row needs: the same as the calls that add one customer, credit it and give it prices. */
const rightsFor = ({ customer, balance, credit_limit, prices }: MoveRow): Flag[] => [
  'has_customers',
  ...(balance !== 0 || credit_limit > 0 ? (['has_credit'] as const) : []),
  ...(customer.plan_id || prices.length > 0 ? (['has_assign_product'] as const) : []),
]

async function carryOut(needs: MoveServices, tenant_id: number, { asked_by, remarks }: Move, row: MoveRow): Promise<Outcome> {
  const { db, clock: now, log } = needs
  const { actor, address, device } = asked_by
  const outcome: Outcome = { outcome: 'refused', code: '', balance_state: null, limit_state: null, price_state: null }
  const ground = (action: string) => {
    const { audit } = createAudit(needs, tenant_id, { action, actor, address, device })
    return { ...needs, actor, now, audit, request: { address, device } }
  }
  /**
   * Does one part of a row (customer, balance, limit or prices); returns that part's state. If the database is overloaded or fails, the portion ends and is
   * done again later.
   */
  async function part<T extends string>(work: () => Promise<T>): Promise<T | 'refused'> {
    try {
      return await work()
    } catch (error) {
      if (isBusy(error) || (error instanceof Refusal && (error.code === 'busy' || error.code === 'in_progress'))) throw error
      if (!(error instanceof Refusal)) log.error(error)
      outcome.code = error instanceof Refusal ? (error.problems?.[0]?.code ?? error.code) : 'internal'
      return 'refused'
    }
  }
  const { customer_id, balance_key, customer, balance, credit_limit, prices } = row
  if (!(await db.read(actor.home_tenant_id, (q) => stillMay(q, actor, rightsFor(row))))) return { ...outcome, code: 'forbidden' }
  const usual = usualFlags[actor.kind === 'platform' ? 'reseller' : 'seller']
  const flags = giveable({ kind: actor.kind, flags: actor.flags }, actor).filter((flag) => usual.includes(flag))
  const made = await part(async () => {
    await addCustomer(ground('customerAdd'), customer_id, { ...customer, flags })
    return 'made'
  })
  if (made === 'refused') return outcome
  outcome.outcome = 'made'
  const limit = { key: customer_id, type: 'credit_limit', amount: credit_limit, payment_mode: 'none' } as const
  const credit = { key: balance_key, type: 'top_up', amount: balance, payment_mode: 'none' } as const
  const debt = { key: balance_key, type: 'correction', corrects: null, amount: -balance, payment_mode: 'moved_in' } as const
  const booked = async (booking: typeof limit | typeof credit | typeof debt): Promise<BookedState> =>
    (await book(ground('walletChange'), { customer_id, remarks, ...booking })).state
  // The credit limit is booked before the balance, because a balance below zero (a debt) must be covered by the limit.
  if (credit_limit > 0) outcome.limit_state = await part(() => booked(limit))
  if (balance !== 0) outcome.balance_state = await part(() => booked(balance > 0 ? credit : debt))
  if (prices.length > 0)
    outcome.price_state = await part(async () => {
      const input = { action: 'add' as const, customer_ids: [customer_id], pad_list: prices, reason: remarks }
      return (await changeOwnPrices(ground('assignedChange'), input)).state === 'waiting' ? 'waiting' : 'done'
    })
  return outcome
}
