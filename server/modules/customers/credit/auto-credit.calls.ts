// Calls about automatic credit: a customer's rule, pausing all rules together, what the rules booked, and what a different rule would have booked.
import type { Calls } from '../../../../contract/index.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { problemSentence } from '../../../kit/problem-texts.ts'
import { needsSecond, refusalOf } from '../../../money/refusals.ts'
import type { Hands } from '../../../money/wallets.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { searchFor } from '../../../postgres/search.ts'
import { askOnce, hasNoSecondPerson, NOBODY_SECOND, ownHands } from '../../people/approvals/approvals.ts'
import { type Customer, ownCustomer, type RuleRow, rules, rulesCount, stepsOf } from './auto-credit.sql.ts'
import { MONTH_MS, type Rule, simulate } from './auto-credit.ts'
import { historyOf } from './history.ts'

type RuleInput = Partial<Rule> & { is_enabled?: boolean | undefined }
type Stored = Rule & { is_enabled: boolean }

async function customerOf(q: Query, actor: SignedIn, customer_id: string): Promise<Customer> {
  const [customer] = await ownCustomer(q, actor, customer_id)
  if (!customer) throw new Refusal('not_found')
  return customer
}

/** Simulates the last month: how often each of these rules would have booked, and how much. The results have the order of `asked`. */
async function firedLately(q: Query, actor: SignedIn, asked: readonly (Rule & { customer_id: string; balance: number })[], now: Date) {
  const ids = asked.map(({ customer_id }) => customer_id)
  const steps = await stepsOf(q, actor.tenant_id, ids, new Date(now.getTime() - MONTH_MS))
  return asked.map((rule) => {
    const own = steps.filter(({ customer_id }) => customer_id === rule.customer_id)
    const start = rule.balance - own.reduce((sum, { all }) => sum + all, 0)
    return simulate(rule, start, own)
  })
}

/**
 * The rule after a change. Fields that are not sent keep their value, with one exception: a daily limit below the new amount is raised to that amount. A new
 * rule needs a trigger and an amount; it is switched on, and without a daily limit it gets the amount as its limit, so that it books once a day.
 */
function merged(before: Stored | undefined, { balance_trigger, balance_topup, daily_limit, is_enabled }: RuleInput): Stored {
  const topup = balance_topup ?? before?.balance_topup ?? missing('balance_topup')
  const rule = {
    balance_trigger: balance_trigger ?? before?.balance_trigger ?? missing('balance_trigger'),
    balance_topup: topup,
    daily_limit: daily_limit ?? Math.max(before?.daily_limit ?? 0, topup),
    is_enabled: is_enabled ?? before?.is_enabled ?? true,
  }
  if (rule.daily_limit < topup) {
    const problem = { field: 'daily_limit', code: 'too_small', limit: topup } as const
    throw new Refusal('invalid_input', { problems: [problem], message: problemSentence(problem, moneyText(topup)) })
  }
  return rule
}

function missing(field: string): never {
  throw refuseField(field, 'required')
}

const recordOf = ({ balance_trigger, balance_topup, daily_limit, is_enabled }: Stored) => ({
  balance_trigger: moneyText(balance_trigger),
  balance_topup: moneyText(balance_topup),
  daily_limit: moneyText(daily_limit),
  is_enabled,
})

const storedRule = (q: Query, actor: SignedIn, customer_id: string, now: Date): Promise<RuleRow[]> =>
  rules(q, actor, { customer_id, search: null, page: 0, limit: 1, now })

/** Answers a request that names no customer: switches the rules of all the organisation's customers on or off. A request without `is_enabled` is refused. */
async function pauseAll(is_enabled: boolean | undefined, context: Context<Calls['autoCreditUpdate']>): Promise<State> {
  if (is_enabled === undefined) throw refuseField('customer_id', 'required')
  const { actor, db, money, audit } = context
  const { tenant_id, user_id, organisation_id: id, organisation_name: name } = actor
  const subject = { kind: 'organisation', id, name, organisation_id: id }
  const change = (hands: Hands) =>
    db.write(tenant_id, async (q) => {
      const rows = await money.pauseAutoCredit(q, tenant_id, { user_id, actor_id: id, is_enabled, hands })
      await audit(rows > 0 ? { subject, before: { is_enabled: !is_enabled }, after: { is_enabled, rows, ...(hands ? {} : NOBODY_SECOND) } } : null, q)
    })
  const asking = { organisation_id: id, wallet_id: null, type: 'auto_resume', amount: null, payload: {} }
  return alone(context, id, change, async (q, hands) => {
    const isNew = await askOnce(q, context, hands, asking, name)
    await audit(isNew ? { subject, before: { is_enabled: false, state: '' }, after: { is_enabled, state: 'waiting' } } : null, q)
  })
}

type State = 'done' | 'waiting'

/** Makes the change immediately if one person may make it alone, or if there is nobody else to decide; otherwise stores it as a request for a second person. */
async function alone(
  context: Context<Calls['autoCreditUpdate']>,
  organisation_id: string,
  change: (hands: Hands) => Promise<void>,
  ask: (q: Query, hands: readonly string[]) => Promise<void>,
): Promise<State> {
  const hands = await ownHands(context)
  try {
    await change(hands)
  } catch (error) {
    if (!needsSecond(error)) throw refusalOf(error)
    if (!(await hasNoSecondPerson(context, organisation_id))) {
      await context.db.write(context.actor.tenant_id, (q) => ask(q, hands))
      return 'waiting'
    }
    await change(null)
  }
  return 'done'
}

/** Changes one customer's rule. The rule is read, merged, written and logged in one transaction. */
async function setRule(customer_id: string, given: RuleInput, context: Context<Calls['autoCreditUpdate']>): Promise<State> {
  const { actor, db, money, now, audit } = context
  const { tenant_id, user_id, organisation_id: actor_id } = actor
  const read = async (q: Query) => {
    const customer = await customerOf(q, actor, customer_id)
    const [before] = await storedRule(q, actor, customer_id, now())
    const after = merged(before, given)
    const subject = { kind: 'customer', id: customer_id, name: customer.name, organisation_id: customer_id }
    return { customer, after, subject, record: { subject, ...(before ? { before: recordOf(before) } : {}) } }
  }
  const { parent_id } = await db.read(tenant_id, (q) => customerOf(q, actor, customer_id))
  const change = (hands: Hands) =>
    db.write(tenant_id, async (q) => {
      const { after, record } = await read(q)
      await money.setAutoCredit(q, tenant_id, { ...after, user_id, actor_id, customer_id, hands })
      await audit({ ...record, after: { ...recordOf(after), ...(hands ? {} : NOBODY_SECOND) } }, q)
    })
  return alone(context, parent_id, change, async (q, hands) => {
    const { after, customer, record } = await read(q)
    const { balance_trigger, balance_topup, daily_limit, is_enabled } = after
    const payload = { balance_trigger, balance_topup, daily_limit, is_enabled }
    const asking = { organisation_id: parent_id, wallet_id: customer_id, type: 'auto_credit', amount: daily_limit, payload }
    const isNew = await askOnce(q, context, hands, asking, customer.name)
    await audit(isNew ? { ...record, after: { ...recordOf(after), state: 'waiting' } } : null, q)
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
      return { ...listed({ page, limit }, content, await rulesCount(q, actor, asked)), bookings: [] }
    }),

  autoCreditSimulate: async (rule, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const { balance } = await customerOf(q, actor, rule.customer_id)
      const [found] = await firedLately(q, actor, [{ ...rule, balance }], now())
      return found ?? { fired: 0, amount: 0 }
    }),

  autoCreditUpdate: async ({ customer_id, ...given }, context) => {
    return { state: customer_id === undefined ? await pauseAll(given.is_enabled, context) : await setRule(customer_id, given, context) }
  },
}
