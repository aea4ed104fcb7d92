// Calls about discounts on live goods; a customer has one discount for each provider. A call saves the entries of the request, then reads the list. No
// reseller can give a higher discount than its own; the platform, which has none, needs a second person for prices below the supplier's cost.
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import { percentText } from '../../../../contract/kit/money.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { askOnce, hasNoSecondPerson, NOBODY_SECOND, ownHands } from '../../people/approvals/approvals.ts'
import { belowCost, discountsOf, type LiveEntry, liveCount, liveRows, lockChildren, setDiscounts } from './live.sql.ts'
import { isPlatform } from './plans.sql.ts'

type Name = 'liveDiscounts' | 'liveDiscountsPlatform'
type Live = Pick<Handlers, Name>
type LiveDiscountsInput = InputOf<Calls['liveDiscounts']>

export const liveCalls: Live = { liveDiscounts: live, liveDiscountsPlatform: live }

async function live(asked: LiveDiscountsInput, context: Context<Calls[Name]>): Promise<OutputOf<Calls['liveDiscounts']>> {
  const { actor, db } = context
  const state = asked.entries && asked.entries.length > 0 ? await save(context, asked.entries) : 'done'
  return db.list(actor, async (q) => {
    const { page, limit } = asked
    const rows = await liveRows(q, actor, asked)
    return { ...listed({ page, limit }, rows, await liveCount(q, actor, asked)), state }
  })
}

/** Saves discounts. Discounts that the platform gives may bring prices below the supplier's cost, which needs two people (decision 0019). */
async function save(context: Context<Calls[Name]>, given: readonly LiveEntry[]): Promise<'done' | 'waiting'> {
  const { actor, db, audit } = context
  const { tenant_id, organisation_id, organisation_name: name } = actor
  const entries = [...new Map(given.map((entry) => [`${entry.customer_id} ${entry.provider}`, entry])).values()]
  if (!isPlatform(actor)) {
    await db.write(tenant_id, async (q) => {
      await lockGiven(q, actor, entries)
      await refuseMore(q, context, entries)
      await applyDiscounts(q, context, entries)
    })
    return 'done'
  }
  const [hands, alone] = [await ownHands(context), await hasNoSecondPerson(context, organisation_id)]
  return db.write(tenant_id, async (q) => {
    await lockGiven(q, actor, entries)
    const below = await belowCost(q, tenant_id, entries)
    const subject = { kind: 'organisation', id: organisation_id, name, organisation_id }
    const record = { below_cost: below.map((row) => row.product_name) }
    if (below.length === 0 || alone) {
      if (below.length > 0) await audit({ subject, after: { ...record, ...NOBODY_SECOND } }, q)
      await applyDiscounts(q, context, entries)
      return 'done'
    }
    const about = entries
      .map(({ customer_id, provider }) => `${customer_id} ${provider}`)
      .sort()
      .join(' ')
    const payload = { live_discounts: entries, below, about }
    const isNew = await askOnce(q, context, hands, { organisation_id, wallet_id: null, type: 'live_discounts', amount: null, payload }, name)
    await audit(isNew ? { subject, after: { ...record, state: 'waiting' } } : null, q)
    return 'waiting'
  })
}

/** Locks the customers of these entries; throws not_found if one of them is not a direct customer of the actor. */
async function lockGiven(q: Query, actor: SignedIn, entries: readonly LiveEntry[]): Promise<{ customer_id: string; customer_name: string }[]> {
  const ids = [...new Set(entries.map(({ customer_id }) => customer_id))]
  const customers = await lockChildren(q, actor, ids)
  if (customers.length < ids.length) throw new Refusal('not_found')
  return customers
}

type PriceContext = Pick<Context, 'now' | 'audit'> & { actor: SignedIn }

/** Saves discounts, and writes a row of the audit log for each customer. */
export async function applyDiscounts(q: Query, { actor, now, audit }: PriceContext, entries: readonly LiveEntry[]): Promise<void> {
  const { tenant_id } = actor
  const customers = await lockGiven(q, actor, entries)
  const before = await discountsOf(
    q,
    tenant_id,
    customers.map(({ customer_id }) => customer_id),
  )
  await setDiscounts(q, tenant_id, entries, now())
  for (const { customer_id, customer_name } of customers) {
    const own = entries.filter((entry) => entry.customer_id === customer_id)
    const was = before.filter((row) => row.customer_id === customer_id && own.some(({ provider }) => provider === row.provider))
    const subject = { kind: 'customer', id: customer_id, name: customer_name, organisation_id: customer_id }
    await audit({ subject, before: { entries: textsOf(was) }, after: { entries: textsOf(own) } }, q)
  }
}

async function refuseMore(q: Query, { actor }: Context<Calls[Name]>, entries: readonly LiveEntry[]): Promise<void> {
  const own = new Map((await discountsOf(q, actor.tenant_id, [actor.organisation_id])).map((row) => [row.provider, row.discount]))
  if (entries.some(({ provider, discount }) => (discount ?? 0) > (own.get(provider) ?? 0))) throw refuseField('entries', 'more_than_own')
}

const textsOf = (rows: readonly { provider: string; discount: number | null }[]) =>
  rows.flatMap(({ provider, discount }) => (discount === null ? [] : [`${provider}: ${percentText(discount)} %`])).sort()
