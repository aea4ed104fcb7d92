// Calls about top-ups. The call dtOne is made once for each step of a top-up, and the specification numbers these steps.
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import { type Step, steps, type TopUp } from '../../../../contract/till/top-ups.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import type { Answer, TopUps } from '../../../suppliers/supplier.ts'
import { goodsOfOperator, orderNow, readNumber, sellerOf, sentOne, sentPage, weatherAt } from '../live-selling/live-selling.ts'
import { sendTopUp, TYPE } from './top-up-sale.ts'
import { topUpConnections } from './top-ups.sql.ts'
import { costsOf, isFor, operatorAnswer, operatorNamed, ownPrice, productAnswer, topUpAnswer } from './top-ups.ts'

type TopUpContext = Context<Calls['dtOne']>
type DtOneInput = InputOf<Calls['dtOne']>
type DtOneOutput = OutputOf<Calls['dtOne']>

const NOTHING: DtOneOutput = { number: null, operators: [], products: [], quote: null, top_up: null }

/** Asks the tenant's connections one after the other; the first that answers provides the operators and products shown. */
async function ask<T>({ actor, db, suppliers }: TopUpContext, question: (supplier: TopUps) => Promise<Answer<readonly T[]>>) {
  const { tenant_id } = actor
  for (const { id } of await db.read(tenant_id, (q) => topUpConnections(q, tenant_id))) {
    const opened = await suppliers.open(tenant_id, id).catch(() => undefined)
    if (opened?.kind !== 'top_ups') continue
    const answer = await question(opened.supplier)
    if (answer.outcome === 'done') return { connection_id: id, found: answer.value }
    // The supplier says that the number does not exist; any other supplier would say the same.
    if (answer.outcome === 'refused' && answer.code === 'recipient') return { connection_id: id, found: [] }
  }
  throw new Refusal('supplier_away')
}

async function lookUp({ mobile_number = '', country }: DtOneInput, context: TopUpContext): Promise<DtOneOutput> {
  const number = readNumber(mobile_number, country)
  if (!number) throw refuseField('mobile_number', 'not_a_phone_number')
  const { connection_id, found } = await ask(context, (supplier) => supplier.lookUp(number.mobile_number))
  return { ...NOTHING, number, operators: found.map(operatorAnswer(connection_id)) }
}

async function providers({ country = '' }: DtOneInput, context: TopUpContext): Promise<DtOneOutput> {
  const { connection_id, found } = await ask(context, (supplier) => supplier.operators(country))
  return { ...NOTHING, operators: found.map(operatorAnswer(connection_id)) }
}

async function products({ operator_id = '', region, configuration_id, amount }: DtOneInput, context: TopUpContext): Promise<DtOneOutput> {
  const { actor, db } = context
  const { tenant_id, mask_seller_discount } = actor
  const rows = await db.read(tenant_id, async (q) => {
    const named = operatorNamed(operator_id, await topUpConnections(q, tenant_id))
    return named ? goodsOfOperator(q, actor, TYPE, named) : []
  })
  const offered = rows.filter((row) => isFor(row, region))
  const chosen = amount === undefined ? undefined : offered.find((row) => row.configuration_id === configuration_id)
  const value = chosen && costsOf(chosen, amount).value
  const quote =
    chosen && value && amount !== undefined
      ? { configuration_id: chosen.configuration_id, amount, value, price: mask_seller_discount ? null : ownPrice(chosen, value) }
      : null
  const weather = await weatherAt(context, offered)
  return { ...NOTHING, products: offered.map((row) => productAnswer(row, mask_seller_discount, weather(row.connection_id))), quote }
}

async function one(context: Parameters<typeof sentOne>[0], key: string): Promise<TopUp> {
  return topUpAnswer(await sentOne(context, TYPE, key), context.actor.mask_seller_discount)
}

async function status({ top_up_id = '' }: DtOneInput, context: TopUpContext): Promise<DtOneOutput> {
  await orderNow(context, top_up_id)
  return { ...NOTHING, top_up: await one(context, top_up_id) }
}

async function send(asked: DtOneInput, context: TopUpContext): Promise<DtOneOutput> {
  const { key, change } = await sendTopUp(asked, context)
  const [top_up] = await Promise.all([one(context, key), change && context.audit(change)])
  return { ...NOTHING, top_up }
}

const STEPS: Readonly<Record<Step, (asked: DtOneInput, context: TopUpContext) => Promise<DtOneOutput>>> = {
  [steps.look_up]: lookUp,
  [steps.products]: products,
  [steps.providers]: providers,
  [steps.send]: send,
  [steps.status]: status,
}

export const topUpCalls: Pick<Handlers, 'dtOne' | 'topUps' | 'topUp'> = {
  dtOne: (asked, context) => STEPS[asked.configuration as Step](asked, context),

  topUps: async (asked, context) => {
    const { sent, count } = await sentPage(context, { ...asked, type: TYPE })
    return listed(
      asked,
      sent.map((each) => topUpAnswer(each, context.actor.mask_seller_discount)),
      count,
    )
  },

  topUp: async ({ top_up_id }, context) => {
    const sent = await sentOne(context, TYPE, top_up_id)
    const facts = Object.entries(sent.facts).map(([name, text]) => ({ name, text }))
    return { ...topUpAnswer(sent, context.actor.mask_seller_discount), ...(await sellerOf(context, sent.row)), facts }
  },
}
