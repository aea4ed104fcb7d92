// Discounts on goods sold live, read by provider; given entries are saved first. Nobody gives more than their own discount.
import type { Calls } from '../../../contract/index.ts'
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import { percentText } from '../../../contract/kit/money.ts'
import type { Context, Handlers } from '../../http/mount.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import { listed } from '../../postgres/counted.ts'
import type { Query } from '../../postgres/db.ts'
import { discountsOf, type LiveEntry, liveCount, liveRows, lockChildren, setDiscounts } from './live.sql.ts'
import { isPlatform } from './plans.sql.ts'

type Name = 'liveDiscounts' | 'liveDiscountsPlatform'
type Live = Pick<Handlers, Name>
type Asked = InputOf<Calls['liveDiscounts']>

export const liveCalls: Live = { liveDiscounts: live, liveDiscountsPlatform: live }

async function live(asked: Asked, context: Context<Calls[Name]>): Promise<OutputOf<Calls['liveDiscounts']>> {
  const { actor, db } = context
  if (asked.entries && asked.entries.length > 0) await save(context, asked.entries)
  return db.list(actor, async (q) => {
    const { page, limit } = asked
    const rows = await liveRows(q, actor, asked)
    return listed({ page, limit }, rows, await liveCount(q, actor, asked))
  })
}

async function save(context: Context<Calls[Name]>, given: readonly LiveEntry[]): Promise<void> {
  const { actor, db, now, audit } = context
  const entries = [...new Map(given.map((entry) => [`${entry.customer_id} ${entry.provider}`, entry])).values()]
  const ids = [...new Set(entries.map(({ customer_id }) => customer_id))]
  await db.write(actor.tenant_id, async (q) => {
    const customers = await lockChildren(q, actor, ids)
    if (customers.length < ids.length) throw new Refusal('not_found')
    if (!isPlatform(actor)) await refuseMore(q, context, entries)
    const before = await discountsOf(q, actor.tenant_id, ids)
    await setDiscounts(q, actor.tenant_id, entries, now())
    for (const { customer_id, customer_name } of customers) {
      const own = entries.filter((entry) => entry.customer_id === customer_id)
      const was = before.filter((row) => row.customer_id === customer_id && own.some(({ provider }) => provider === row.provider))
      const subject = { kind: 'customer', id: customer_id, name: customer_name, organisation_id: customer_id }
      await audit({ subject, before: { entries: textsOf(was) }, after: { entries: textsOf(own) } }, q)
    }
  })
}

async function refuseMore(q: Query, { actor }: Context<Calls[Name]>, entries: readonly LiveEntry[]): Promise<void> {
  const own = new Map((await discountsOf(q, actor.tenant_id, [actor.organisation_id])).map((row) => [row.provider, row.discount]))
  if (entries.some(({ provider, discount }) => (discount ?? 0) > (own.get(provider) ?? 0))) throw refuseField('entries', 'more_than_own')
}

const textsOf = (rows: readonly { provider: string; discount: number | null }[]) =>
  rows.flatMap(({ provider, discount }) => (discount === null ? [] : [`${provider}: ${percentText(discount)} %`])).sort()
