// Top-ups in practice mode: to any number of the goods' country, with goods on offer. As in suppliers' sandboxes, the number's last digits decide the outcome.
// No supplier is asked.
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import { type Operator, type Step, steps, type TopUp } from '../../../../contract/till/top-ups.ts'
import type { Handlers } from '../../../http/mount.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { amountProblem, endOf, type GoodsRow, goodsNamed, goodsOf, isDialledIn, numberTwice, playedStanding, readNumber } from '../live-selling/live-selling.ts'
import { type PracticeContext, played, playedBefore, shopOf } from '../training/training.ts'
import { TYPE } from './top-up-sale.ts'
import { topUpCalls } from './top-ups.calls.ts'
import { arrivesOf, costsOf, isChosen, isFor, operatorId, ownPrice, shownPrice } from './top-ups.ts'

type DtOneInput = InputOf<Calls['dtOne']>
type DtOneOutput = OutputOf<Calls['dtOne']>
type Kept = TopUp & { seller: { name: string; address: string; city: string }; organisation_name: string }

const NOTHING: DtOneOutput = { number: null, operators: [], products: [], quote: null, top_up: null }

const without = ({ seller: _, organisation_name: __, ...top_up }: Kept): TopUp => top_up

/** The operators that have goods for a country, each once. In practice mode no supplier is asked, so each of them may be the number's operator. */
function operatorsOf(rows: readonly GoodsRow[], isMeant: (row: GoodsRow) => boolean): Operator[] {
  const found = new Map<string, Operator>()
  for (const row of rows.filter(isMeant)) {
    const operator_id = operatorId(row.connection_id, row.operator)
    const regions = (row.details.regions ?? []).map(({ code }) => ({ code, name: code }))
    const known = found.get(operator_id) ?? { operator_id, name: row.operator_name, country: row.country, is_likely: found.size === 0, regions: [] }
    found.set(operator_id, { ...known, regions: [...known.regions, ...regions.filter(({ code }) => known.regions.every((each) => each.code !== code))] })
  }
  return [...found.values()]
}

async function play(asked: DtOneInput, { actor, now }: PracticeContext, { no, key }: { no: string; key: string }, q: Query): Promise<Kept> {
  const { configuration_id = '', amount, price_seen, region } = asked
  const { mobile_number } = numberTwice(asked, asked.country)
  const [row] = await goodsNamed(q, actor, TYPE, configuration_id)
  if (!row) throw new Refusal('not_on_offer')
  if (!isDialledIn(mobile_number, row.country)) throw refuseField('mobile_number', 'other_country', row.country)
  if (!isFor(row, region)) throw new Refusal('not_on_offer')
  const wrong = amountProblem(arrivesOf(row), amount)
  if (wrong) throw refuseField('amount', wrong.code, wrong.limit)
  const { value } = costsOf(row, amount)
  if (value === null) throw new Refusal('not_on_offer')
  const price = shownPrice(row, value, actor.mask_seller_discount)
  if (price_seen !== undefined && price_seen !== price) throw new Refusal('price_changed', { detail: { price: moneyText(price) } })
  const { failure, after_ms } = endOf(mobile_number)
  // For a number that is refused immediately no top-up is stored, as with a real supplier.
  if (failure && after_ms === 0) throw new Refusal('supplier_refused', { detail: { failure } })
  const { organisation_name, ...seller } = await shopOf(q, actor)
  const { from, unit } = arrivesOf(row)
  return {
    ...{ top_up_id: key, training_no: no, state: 'pending', failure: null, created_at: now().toISOString(), ended_at: null, mobile_number },
    ...{ country: row.country, operator: row.operator_name, product_name: row.name, configuration_id },
    ...{ arrives: `${isChosen(row) ? (amount ?? '') : from} ${unit}`.trim(), value, price: actor.mask_seller_discount ? null : ownPrice(row, value) },
    ...{ reference: no, sale_id: null, username: actor.username, seller, organisation_name: organisation_name ?? seller.name },
  }
}

async function send(asked: DtOneInput, ground: PracticeContext): Promise<DtOneOutput> {
  const { transaction_key = '', once_more: _, ...what } = asked
  const { answer } = await played(ground, transaction_key, what, (as, q) => play(asked, ground, as, q))
  return { ...NOTHING, top_up: without(playedStanding(answer, ground.now())) }
}

async function lookUp({ mobile_number = '', country }: DtOneInput, { actor, db }: PracticeContext): Promise<DtOneOutput> {
  const number = readNumber(mobile_number, country)
  if (!number) throw refuseField('mobile_number', 'not_a_phone_number')
  const rows = await db.read(actor.tenant_id, (q) => goodsOf(q, actor, TYPE))
  return { ...NOTHING, number, operators: operatorsOf(rows, (row) => isDialledIn(number.mobile_number, row.country)) }
}

async function providers({ country = '' }: DtOneInput, { actor, db }: PracticeContext): Promise<DtOneOutput> {
  const rows = await db.read(actor.tenant_id, (q) => goodsOf(q, actor, TYPE))
  return { ...NOTHING, operators: operatorsOf(rows, (row) => row.country === country) }
}

async function status({ top_up_id = '' }: DtOneInput, ground: PracticeContext): Promise<DtOneOutput> {
  return { ...NOTHING, top_up: without(playedStanding(await playedBefore<Kept>(ground, top_up_id), ground.now())) }
}

const STEPS: Readonly<Partial<Record<Step, (asked: DtOneInput, ground: PracticeContext) => Promise<DtOneOutput>>>> = {
  ...{ [steps.look_up]: lookUp, [steps.providers]: providers, [steps.send]: send, [steps.status]: status },
}

export const topUpPractice: Pick<Handlers, 'dtOne' | 'topUp'> = {
  // Products are looked up by the real call, because practice shows real products.
  dtOne: (asked, context) => STEPS[asked.configuration as Step]?.(asked, context) ?? topUpCalls.dtOne(asked, context),

  topUp: async ({ top_up_id }, context) => ({ ...playedStanding(await playedBefore<Kept>(context, top_up_id), context.now()), facts: [] }),
}
