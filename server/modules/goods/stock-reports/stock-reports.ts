// The days a report covers, and the text of a line in a purchase list.
import { CSV_MARK, csvRow } from '../../../../contract/kit/csv.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { ReorderRow } from './reorder.sql.ts'
import type { Days } from './stock-report.sql.ts'

/** The days of a report. A report ends today at the latest; if the request has no days, the report is about today. */
export function daysOf({ date_from, date_to }: { date_from?: string | undefined; date_to?: string | undefined }, today: string): Days {
  const to = date_to !== undefined && date_to < today ? date_to : today
  const from = date_from ?? date_to ?? today
  return { from: from < to ? from : to, to }
}

/** The purchase list as a file, for the supplier's own system. */
export const orderCsv = (rows: readonly Pick<ReorderRow, 'quantity' | 'product_name' | 'pool_name' | 'value'>[]): string =>
  [
    CSV_MARK,
    csvRow(['product', 'pool', 'value', 'quantity']),
    ...rows.map(({ product_name, pool_name, value, quantity }) => csvRow([product_name, pool_name ?? '', pool_name ? '' : moneyText(value), String(quantity)])),
  ].join('')

/** A line of a purchase list, such as `25 × Mobile 10.00`; a pool has its name in place of a value. */
export const lineOf = ({ quantity, product_name, pool_name, value }: Pick<ReorderRow, 'quantity' | 'product_name' | 'pool_name' | 'value'>): string =>
  `${quantity} × ${product_name} ${pool_name ?? moneyText(value)}`
