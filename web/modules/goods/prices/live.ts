// The grid of discounts on live goods as data: typed texts in place of saved ones, and whether the user may give a discount.
import { providers } from '../../../../contract/goods/live-prices.ts'
import type { Input, Output } from '../../../kit/base/api.ts'
import { read, type Typed, textOf } from './grid.ts'

type Live = Output<'liveDiscounts'>['content'][number]

export const liveKey = ({ customer_id, provider }: Live) => `${customer_id} ${provider}`
export const liveText = (row: Live, typed: Typed) => typed[liveKey(row)] ?? textOf(row.discount)

/** Whether the discount in a cell is higher than the one that the user's organisation gets itself. */
export function isMore(row: Live, typed: Typed): boolean {
  const reading = read(liveText(row, typed))
  return 'value' in reading && row.discount_own !== null && (reading.value ?? 0) > row.discount_own
}

export const liveWrong = (row: Live, typed: Typed) => 'problem' in read(liveText(row, typed)) || (liveKey(row) in typed && isMore(row, typed))

/** Returns the changes on all pages that were edited; a text that equals the saved value is no change. */
export function liveChanges(rows: readonly Live[], typed: Typed): NonNullable<Input<'liveDiscounts'>['entries']> {
  const saved = new Map(rows.map((row) => [liveKey(row), row.discount]))
  return Object.entries(typed).flatMap(([key, text]) => {
    const reading = read(text)
    const [customer_id = '', name] = key.split(' ')
    const provider = providers.find((one) => one === name)
    if (!provider) return []
    const discount = 'value' in reading ? reading.value : null
    return 'value' in reading && saved.get(key) === discount ? [] : [{ customer_id, provider, discount }]
  })
}
