// Rules of top-ups: how a product is shown to a shop, what an amount costs, and how a top-up is shown.

import type { Weather } from '../../../../contract/kit/live.ts'
import { livePrice } from '../../../../contract/kit/live-price.ts'
import { type Money, priceOf } from '../../../../contract/kit/money.ts'
import type { Operator, TopUp, TopUpProduct } from '../../../../contract/till/top-ups.ts'
import type { TopUpOperator } from '../../../suppliers/supplier.ts'
import { type Arriving, costAt, type GoodsRow, type SentOne, type SentRow, standingOf } from '../live-selling/live-selling.ts'

/**
 * The id by which a till names an operator: the end of the connection's id, followed by the supplier's own id of the operator. It identifies the catalogue of
 * the operator without revealing the whole id of the connection. ID_DIGITS: how many characters of the connection's id are used.
 */
const ID_DIGITS = 12
export const operatorId = (connection_id: string, operator: string): string => `${connection_id.slice(-ID_DIGITS)}-${operator}`

/**
 * The connection, among these, to which an operator's id belongs, and the supplier's own id of the operator; undefined if the operator's id belongs to none of
 * the connections.
 */
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

/**
 * What a top-up costs us at the supplier, and its price at the counter; `value` is null if the price rule gives no price. `amount`: the amount that the
 * customer chose, if the product offers a choice.
 */
export function costsOf(row: GoodsRow, amount: string | undefined): { cost: Money; value: Money | null } {
  const { cost_from: from, cost_to: to } = row
  if (!isChosen(row)) return { cost: from, value: row.value }
  const cost = amount === undefined ? from : costAt(arrivesOf(row), { from, to }, amount)
  return { cost, value: livePrice(row, row, cost) }
}

export const ownPrice = ({ discount }: Pick<GoodsRow, 'discount'>, value: Money): Money => priceOf(value, discount)
/** The price that the shop sees and sends back: its own price, or the value at the counter if the shop's users may not see its own price. */
export const shownPrice = (row: GoodsRow, value: Money, isMasked: boolean): Money => (isMasked ? value : ownPrice(row, value))

/** A product as the till gets it. `isMasked`: the shop's users may not see the shop's own price. */
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

/** Whether a product can be sent to this region. A number without a region, and a product without regions, mean the whole country. */
export const isFor = (row: Pick<GoodsRow, 'details'>, region: string | undefined): boolean => {
  const regions = row.details.regions ?? []
  return region === undefined || regions.length === 0 || regions.some(({ code }) => code === region)
}

/** The answer about a top-up, with the full number, for the shop that sold it. */
export function topUpAnswer({ row, mobile_number, facts }: SentOne, isMasked: boolean): TopUp {
  const { key, created_at, ended_at, configuration_id, value, price_unit, sale_id, username, country, operator_name, info, reference } = row
  return {
    ...{ top_up_id: key, training_no: null, ...standingOf(row), created_at, ended_at, mobile_number, country, operator: operator_name },
    ...{ product_name: info || row.product_name, configuration_id, arrives: facts.arrived ?? expected(row), value, price: isMasked ? null : price_unit },
    ...{ reference: reference ?? '', sale_id, username },
  }
}

/** The amount that will arrive; empty if the customer could choose it. */
const expected = (row: SentRow): string => (isChosen(row) ? '' : `${arrivesOf(row).from} ${arrivesOf(row).unit}`.trim())
