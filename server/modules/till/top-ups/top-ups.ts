// Rules of top-ups: a product's answer to a shop, the cost of an amount, and what was sent.

import type { Weather } from '../../../../contract/kit/live.ts'
import { livePrice } from '../../../../contract/kit/live-price.ts'
import { type Money, priceOf } from '../../../../contract/kit/money.ts'
import type { Operator, TopUp, TopUpProduct } from '../../../../contract/till/top-ups.ts'
import type { TopUpOperator } from '../../../suppliers/supplier.ts'
import { type Arriving, costAt, type GoodsRow, type SentOne, type SentRow, standingOf } from '../live-selling/live-selling.ts'

/** The id of an operator: the supplier's own name of it, and a hint which connection's catalogue that is in, without revealing the connection. */
const ID_DIGITS = 12
export const operatorId = (connection_id: string, operator: string): string => `${connection_id.slice(-ID_DIGITS)}-${operator}`

/** The connection among these and its operator; undefined where none of them issued the id. */
export function operatorNamed(id: string, connections: readonly { id: string }[]): { connection_id: string; operator: string } | undefined {
  const connection = connections.find((one) => id.startsWith(operatorId(one.id, '')))
  return connection && { connection_id: connection.id, operator: id.slice(ID_DIGITS + 1) }
}

export const operatorAnswer =
  (connection_id: string) =>
  ({ operator_id, name, country, is_likely, regions }: TopUpOperator): Operator => ({
    ...{ operator_id: operatorId(connection_id, operator_id), name, country, is_likely },
    regions: regions.map(({ code, name }) => ({ code, name })),
  })

const NOTHING: Arriving = { from: '', to: '', step: null, unit: '' }
export const arrivesOf = ({ details }: Pick<GoodsRow, 'details'>): Arriving => details.arrives ?? NOTHING
export const isChosen = (row: Pick<GoodsRow, 'details'>): boolean => arrivesOf(row).from !== arrivesOf(row).to

/** The supplier's cost for one and its price at the counter; `amount`: for a product with a choice. Null where the price rule gives no price. */
export function costsOf(row: GoodsRow, amount: string | undefined): { cost: Money; value: Money | null } {
  const { cost_from: from, cost_to: to } = row
  if (!isChosen(row)) return { cost: from, value: row.value }
  const cost = amount === undefined ? from : costAt(arrivesOf(row), { from, to }, amount)
  return { cost, value: livePrice(row, row, cost) }
}

export const ownPrice = ({ discount }: Pick<GoodsRow, 'discount'>, value: Money): Money => priceOf(value, discount)
/** The price the shop compares: its own, or the value where its people may not see that. */
export const shownPrice = (row: GoodsRow, value: Money, isMasked: boolean): Money => (isMasked ? value : ownPrice(row, value))

/** `isMasked`: the shop's people may not see its price. */
export function productAnswer(row: GoodsRow, isMasked: boolean, weather: Weather): TopUpProduct {
  const { configuration_id, connection_id, operator, name, details, favorite, value } = row
  return {
    ...{ configuration_id, operator_id: operatorId(connection_id, operator), name, favorite, weather },
    arrives: arrivesOf(row),
    benefits: (details.benefits ?? []).map(({ kind, amount, bonus, unit }) => ({ kind, amount, bonus, unit })),
    lasts: details.lasts ?? null,
    regions: (details.regions ?? []).map(({ code }) => code),
    promotions: (details.promotions ?? []).map(({ title }) => title),
    value,
    value_to: isChosen(row) ? (livePrice(row, row, row.cost_to) ?? value) : value,
    price: isMasked ? null : ownPrice(row, value),
  }
}

/** Whether a product is for a region: a null region means the whole country, as does a product that names none. */
export const isFor = (row: Pick<GoodsRow, 'details'>, region: string | undefined): boolean => {
  const regions = row.details.regions ?? []
  return region === undefined || regions.length === 0 || regions.some(({ code }) => code === region)
}

/** The answer with the full number, for the selling shop. */
export function topUpAnswer({ row, mobile_number, facts }: SentOne, isMasked: boolean): TopUp {
  const { key, created_at, ended_at, configuration_id, value, price_unit, sale_id, username, country, operator_name, info, reference } = row
  return {
    ...{ top_up_id: key, training_no: null, ...standingOf(row), created_at, ended_at, mobile_number, country, operator: operator_name },
    ...{ product_name: info || row.product_name, configuration_id, arrives: facts.arrived ?? expected(row), value, price: isMasked ? null : price_unit },
    ...{ reference: reference ?? '', sale_id, username },
  }
}

/** The amount to arrive, where it is a single amount. */
const expected = (row: SentRow): string => (isChosen(row) ? '' : `${arrivesOf(row).from} ${arrivesOf(row).unit}`.trim())
