// Rules of recharges: goods of one brand and value are one offer, even from several sources; which source delivers a code; and the answer about a sent
// recharge.
import { fold } from '../../../../contract/kit/fold.ts'
import type { Weather } from '../../../../contract/kit/live.ts'
import { type Money, priceOf } from '../../../../contract/kit/money.ts'
import type { CodeSource, Recharge, RechargeOffer } from '../../../../contract/till/recharges.ts'
import { type GoodsRow, type SentOne, standingOf } from '../live-selling/live-selling.ts'
import type { CodeRow } from './recharges.sql.ts'

/** A code that may have two sources, stock and supplier; it has at least one of them. */
export type Code = { stock: CodeRow | undefined; live: GoodsRow | undefined }
type WeatherAt = (connection_id: string) => Weather

const nameOf = (brand: string, value: Money) => `${fold(brand)}|${value}`

/** Groups codes from stock and from suppliers by brand and value. */
export function codesByName(stock: readonly CodeRow[], live: readonly GoodsRow[]): Map<string, Code> {
  const codes = new Map<string, Code>()
  for (const row of live) {
    const name = nameOf(row.operator_name, row.value)
    if (!codes.has(name)) codes.set(name, { stock: undefined, live: row })
  }
  for (const row of stock) {
    const name = nameOf(row.product_name, row.value)
    codes.set(name, { live: codes.get(name)?.live, stock: row })
  }
  return codes
}

/**
 * The sources of a code, in the order in which they are tried. Stock is first while there is any, unless the platform put the supplier first for this code
 * and the supplier answers. The second source is used only if certainly nothing was sold from the first.
 */
export function turnsOf({ stock, live }: Code, weather: WeatherAt): CodeSource[] {
  if (!live) return ['stock']
  if (!stock) return ['supplier']
  const isSuppliers = stock.left === 0 || (live.goes_first && weather(live.connection_id) !== 'away')
  return isSuppliers ? ['supplier', 'stock'] : ['stock', 'supplier']
}

type Offered = { goods: readonly GoodsRow[]; codes: ReadonlyMap<string, Code>; weather: WeatherAt; isMasked: boolean }

export function offersOf({ goods, codes, weather, isMasked }: Offered): RechargeOffer[] {
  const seen = (value: Money, discount: number) => (isMasked ? null : priceOf(value, discount))
  function codeOf(value: Money, code: Code | undefined): RechargeOffer['code'] {
    if (!code) return null
    const [first] = turnsOf(code, weather)
    const row = first === 'stock' ? code.stock : code.live
    if (!row || (first === 'stock' && code.stock?.left === 0)) return null
    const at = first === 'supplier' && code.live ? weather(code.live.connection_id) : 'fine'
    const left = first === 'stock' ? (code.stock?.left ?? null) : null
    return { configuration_id: row.configuration_id, price: seen(value, row.discount), left, comes_from: first ?? 'stock', weather: at }
  }
  const sent = new Set(goods.map(({ operator_name, value }) => nameOf(operator_name, value)))
  const onlyCodes = [...codes].flatMap(([name, { live }]) => (live && !sent.has(name) ? [live] : []))
  return [
    ...goods.map(({ operator_name: brand, product_image, value, configuration_id, name, discount, connection_id }) => ({
      ...{ brand, product_image: codes.get(nameOf(brand, value))?.stock?.product_image ?? product_image, value },
      ...{ recharge: { configuration_id, name, price: seen(value, discount), weather: weather(connection_id) } },
      code: codeOf(value, codes.get(nameOf(brand, value))),
    })),
    ...onlyCodes.map(({ operator_name: brand, product_image, value }) => {
      const code = codes.get(nameOf(brand, value))
      return { brand, product_image: code?.stock?.product_image ?? product_image, value, recharge: null, code: codeOf(value, code) }
    }),
  ]
}

/** The answer about a sent recharge, with the full number, for the shop that sold it; for a code the number is empty. */
export function rechargeAnswer({ row, mobile_number }: SentOne, isMasked: boolean): Recharge {
  const { key, created_at, ended_at, configuration_id, value, price_unit, sale_id, username, operator_name, info, reference } = row
  return {
    ...{
      recharge_id: key,
      training_no: null,
      ...standingOf(row),
      created_at,
      ended_at,
      mobile_number,
      brand: operator_name,
      product_name: info || row.product_name,
    },
    ...{ configuration_id, value, price: isMasked ? null : price_unit, reference: reference ?? '', sale_id, username },
  }
}
