// Reads exported CSV files and workbooks again and adds them up: rows and sums must be those of the lists, and of the test's own book.
import { strFromU8, unzipSync } from 'fflate'
import { until } from '../wait-for.ts'
import type { Book } from './book.ts'
import { Compared } from './compare.ts'
import { figuresOf, isMasked, within } from './lists.ts'
import type { Month } from './month.ts'
import type { Row, User } from './people.ts'

/** Cells of a CSV with semicolons: quotes are doubled within quotes. */
export function csvOf(bytes: Uint8Array): string[][] {
  const text = strFromU8(bytes).replace(/^\uFEFF/, '')
  const rows: string[][] = [[]]
  let [cell, isQuoted] = ['', false]
  const end = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (isQuoted && sign === '"' && text[at + 1] === '"') cell += text[at++]
    else if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === ';') end()
    else if (!isQuoted && sign === '\n') {
      end()
      rows.push([])
    } else if (isQuoted || sign !== '\r') cell += sign
  }
  if (rows.at(-1)?.length === 0) rows.pop()
  else end()
  return rows
}

/** Returns the cells of a workbook's only sheet, row by row. */
export function sheetOf(bytes: Uint8Array): string[][] {
  const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  return [...xml.matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\b[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, content = '']) => content.replace(/<[^>]*>/g, '')),
  )
}

/** Waits until a started export is ready, and returns its file. */
export async function fetched(month: Month, user: User, download_id: unknown): Promise<Uint8Array> {
  await until('the file to be made', async () => {
    const { state } = await month.people.anew(user, '/export_progress/', { download_id })
    if (state === 'failed') throw new Error('the file was not made')
    return state === 'ready'
  })
  const parts: Buffer[] = []
  for (let piece = 0, pieces = 1; piece < pieces; piece++) {
    const answer = await month.people.done(user, '/fetch_export/', { download_id, piece })
    pieces = Number(answer.pieces)
    parts.push(Buffer.from(String(answer.bytes), 'base64'))
  }
  return Buffer.concat(parts)
}

const read = { csv: csvOf, xlsx: sheetOf }
/** Reads an amount, which has a decimal comma in a CSV and a point in a workbook. */
const amountIn = (cell = ''): number => (cell === '' ? 0 : Math.round(Number(cell.replace(',', '.')) * 10_000))

/** Exports a list as a file, and returns its number of rows and the sum of each column. */
async function columnsOf(month: Month, user: User, format: 'csv' | 'xlsx', list: string, input: Row, keys: readonly string[]): Promise<number[]> {
  const columns = [list === 'zReportsList' ? 'number' : list === 'stockReport' ? 'supplier_name' : 'kind', ...keys].map((key) => ({ key, header: key }))
  const { download_id } = await month.people.done(user, '/start_export/', { list, input, columns, format })
  const [, ...rows] = read[format](await fetched(month, user, download_id))
  const moving = rows.filter(([kind = '']) => !['opening', 'closing'].includes(kind))
  return [moving.length, ...keys.map((_, i) => moving.reduce((all, row) => all + amountIn(row[i + 1]), 0))]
}

export async function files(month: Month, book: Book): Promise<Compared> {
  const said = new Compared()
  const whole = within(month.period)
  for (const format of ['csv', 'xlsx'] as const) {
    for (const viewer of ['nord', 'sud', 'kiosque', 'gare', 'port'] as const) {
      const lines = book.entries.filter(
        ({ sale_id, shop }) => sale_id && shop && figuresOf(book, viewer, (line) => line.sale_id === sale_id).quantity !== undefined,
      )
      const { quantity, sold, bought } = figuresOf(book, viewer, whole)
      const keys = ['quantity', 'sold_total', ...(isMasked(viewer) ? [] : ['bought_total', 'margin_total'])]
      const got = await columnsOf(month, viewer, format, 'salesList', { ...month.period }, keys)
      const due = [quantity * 10_000, sold, ...(isMasked(viewer) ? [] : [bought, sold - bought])]
      said.same(`sales of ${viewer} as ${format}`, got.slice(1), due)
      said.same(
        `rows of ${viewer} as ${format}`,
        got[0],
        lines.filter((entry) => figuresOf(book, viewer, (line) => line.id === entry.id).quantity !== 0).length,
      )
      const moved = book.lines(viewer, 'wallet', (line) => line.kind !== 'opening' && whole(line))
      const sum = (side: 1 | -1) => moved.filter(({ amount }) => amount * side > 0).reduce((all, { amount }) => all + amount * side, 0)
      const ledger = await columnsOf(month, viewer, format, 'ledgerOwn', { filters: JSON.stringify(month.period) }, ['debit', 'credit'])
      said.same(`ledger of ${viewer} as ${format}`, ledger, [moved.length, sum(-1), sum(1)])
    }
    for (const shop of ['kiosque', 'gare', 'port'] as const) {
      const face = (kind: string) => book.sum(shop, 'drawer', (line) => line.kind === kind)
      const input = { filters: JSON.stringify(month.period) }
      const got = await columnsOf(month, shop, format, 'zReportsList', input, ['face_total', 'refunds_total'])
      said.same(`Zs of ${shop} as ${format}`, got.slice(1), [face('sale'), face('refund') === 0 ? 0 : 0 - face('refund')])
    }
    const { supplier_id } = month.goods.suppliers.find(({ name }) => name === 'Month Cards SAS') ?? {}
    const input = { ...month.period, filters: JSON.stringify({ supplier_id }) }
    const got = await columnsOf(month, 'nord', format, 'stockReport', input, ['received', 'received_cost', 'closing_cost'])
    const mine = ({ supplier }: { supplier?: string }) => supplier === 'Month Cards SAS'
    const received = book.lines('nord', 'stock', (line) => line.kind === 'import' && mine(line))
    const pieces = received.reduce((all, one) => all + (one.quantity ?? 0), 0)
    said.same(`stock as ${format}`, got.slice(1), [pieces * 10_000, received.reduce((all, { amount }) => all + amount, 0), book.sum('nord', 'stock', mine)])
    const { download_id } = await month.people.done('nord', '/get_sales_report_download_url/', { report: 'list', ...month.period, format })
    const rows = read[format](await fetched(month, 'nord', download_id))
    const all = book.entries.filter(({ sale_id }) => sale_id !== undefined).length
    said.same(`the report’s own file as ${format}`, rows.length - 1, all)
  }
  return said
}
