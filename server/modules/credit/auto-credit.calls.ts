// Automatic credit: a customer's rule, all of them at once, what they booked and what another rule would have.

import type { Calls } from '../../../contract/index.ts'
import { moneyText } from '../../../contract/kit/money.ts'
import type { Query } from '../../kit/db.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import type { Context, Handlers } from '../../kit/mount.ts'
import { searchFor } from '../../kit/search.ts'
import type { SignedIn } from '../../kit/sessions.ts'
import { refusalOf } from '../../money/refusals.ts'
import { type Customer, ownCustomer, type RuleRow, rules, rulesCount, stepsOf } from './auto-credit.sql.ts'
import { MONTH_MS, type Rule, simulate } from './auto-credit.ts'
import { historyOf } from './history.ts'
import { ruleAbove } from './requests.sql.ts'

type Given = Partial<Rule> & { is_enabled?: boolean | undefined }
type Stored = Rule & { is_enabled: boolean }

async function customerOf(q: Query, actor: SignedIn, customer_id: string): Promise<Customer> {
  const [customer] = await ownCustomer(q, actor, customer_id)
  if (!customer) throw new Refusal('not_found')
  return customer
}

/** How often each rule would have fired, by customer. */
async function firedLately(q: Query, actor: SignedIn, asked: readonly (Rule & { customer_id: string; balance: number })[], now: Date) {
  const ids = asked.map(({ customer_id }) => customer_id)
  const steps = await stepsOf(q, actor.tenant_id, ids, new Date(now.getTime() - MONTH_MS))
  return asked.map((rule) => {
    const own = steps.filter(({ customer_id }) => customer_id === rule.customer_id)
    const start = rule.balance - own.reduce((sum, { all }) => sum + all, 0)
    return simulate(rule, start, own)
  })
}

/** What is not named stays; a new rule names all. */
function merged(before: Stored | undefined, { balance_trigger, balance_topup, daily_limit, is_enabled = true }: Given): Stored {
  const rule = {
    balance_trigger: balance_trigger ?? before?.balance_trigger ?? missing('balance_trigger'),
    balance_topup: balance_topup ?? before?.balance_topup ?? missing('balance_topup'),
    daily_limit: daily_limit ?? before?.daily_limit ?? missing('daily_limit'),
    is_enabled,
  }
  if (rule.daily_limit < rule.balance_topup) throw refuseField('daily_limit', 'too_small')
  return rule
}

function missing(field: string): never {
  throw refuseField(field, 'required')
}

const recordOf = ({ balance_trigger, balance_topup, daily_limit, is_enabled }: Stored) => ({
  ...{ balance_trigger: moneyText(balance_trigger), balance_topup: moneyText(balance_topup), daily_limit: moneyText(daily_limit), is_enabled },
})

const storedRule = (q: Query, actor: SignedIn, customer_id: string, now: Date): Promise<RuleRow[]> =>
  rules(q, actor, { customer_id, search: null, page: 0, limit: 1, now })

/** Without a customer: all of them. */
async function pauseAll(is_enabled: boolean | undefined, { actor, db, money, audit }: Context<Calls['autoCreditUpdate']>): Promise<void> {
  if (is_enabled === undefined) throw refuseField('customer_id', 'required')
  const { tenant_id, organisation_id: id, organisation_name: name } = actor
  await db.write(tenant_id, async (q) => {
    const rows = await money.pauseAutoCredit(q, tenant_id, id, is_enabled)
    const subject = { kind: 'organisation', id, name, organisation_id: id }
    await audit(rows > 0 ? { subject, before: { is_enabled: !is_enabled }, after: { is_enabled, rows } } : null, q)
  })
}

/** One customer's rule: read, merged, written and written down in one transaction. */
async function setRule(customer_id: string, given: Given, { actor, db, money, now, audit }: Context<Calls['autoCreditUpdate']>): Promise<void> {
  const { tenant_id, user_id, organisation_id: actor_id } = actor
  const change = db.write(tenant_id, async (q) => {
    const customer = await customerOf(q, actor, customer_id)
    const [before] = await storedRule(q, actor, customer_id, now())
    const after = merged(before, { ...given, is_enabled: given.is_enabled ?? before?.is_enabled })
    const above = await ruleAbove(q, tenant_id, customer_id)
    // Nobody books alone by rule what they may not book alone by hand.
    if (above !== null && after.balance_topup > above && after.balance_topup > (before?.balance_topup ?? 0)) throw refuseField('balance_topup', 'too_big')
    await money.setAutoCredit(q, tenant_id, { ...after, user_id, actor_id, customer_id })
    const subject = { kind: 'customer', id: customer_id, name: customer.name, organisation_id: customer_id }
    await audit({ subject, ...(before ? { before: recordOf(before) } : {}), after: recordOf(after) }, q)
  })
  await change.catch((error: unknown) => {
    throw refusalOf(error)
  })
}

export const autoCredit: Pick<Handlers, 'autoCreditLedger' | 'autoCreditSimulate' | 'autoCreditUpdate'> = {
  autoCreditLedger: async ({ customer_id = null, view, search_text, page, limit }, { actor, db, now }) =>
    db.list(actor, async (q) => {
      if (customer_id) await customerOf(q, actor, customer_id)
      if (view === 'bookings') {
        const filters = { kind: 'auto_credit' as const, ...(customer_id ? { customer_id } : {}) }
        const { content: bookings, ...answer } = await historyOf(q, actor, { filters, search_text, page, limit })
        return { content: [], bookings, filters: answer.filters }
      }
      const asked = { customer_id, search: searchFor(search_text), page, limit, now: now() }
      const rows = await rules(q, actor, asked)
      const fired = await firedLately(q, actor, rows, now())
      const content = rows.map((row, i) => ({ ...row, fired_last_month: fired[i]?.fired ?? 0 }))
      return { content, bookings: [], filters: { page, limit, total_count: await rulesCount(q, actor, asked) } }
    }),

  autoCreditSimulate: async (rule, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const { balance } = await customerOf(q, actor, rule.customer_id)
      const [found] = await firedLately(q, actor, [{ ...rule, balance }], now())
      return found ?? { fired: 0, amount: 0 }
    }),

  autoCreditUpdate: async ({ customer_id, ...given }, context) => {
    if (customer_id === undefined) await pauseAll(given.is_enabled, context)
    else await setRule(customer_id, given, context)
    return {}
  },
}
