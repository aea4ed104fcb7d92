// Compares stock with the test's own book: stock on hand and movements, at cost and at face value, by denomination, batch and supplier.
import type { Book, Line } from './book.ts'
import { Compared } from './compare.ts'
import { periodsOf, within } from './lists.ts'
import type { Month } from './month.ts'
import { amountOf, listOf, objectOf, type Row } from './people.ts'

const OWNERS = ['nord', 'sud'] as const
type Owner = (typeof OWNERS)[number]
const quantityOf = (lines: readonly Line[]) => lines.reduce((all, { quantity = 0 }) => all + quantity, 0)
const amount = (lines: readonly Line[]) => lines.reduce((all, line) => all + line.amount, 0)
const atValue = (lines: readonly Line[]) => lines.reduce((all, { quantity = 0, value = 0 }) => all + quantity * value, 0)

/** Returns the movements of an owner's stock in the book: pieces received, sold and refunded, with cost and face value. */
function movesOf(book: Book, owner: Owner, isMeant: (line: Line) => boolean) {
  const imports = book.lines(owner, 'stock', (line) => line.kind === 'import' && isMeant(line))
  const costs = book.lines(owner, 'cost', (line) => line.supplier !== undefined && isMeant(line))
  const figures = (lines: readonly Line[], sign = 1) => [quantityOf(lines), amount(lines), atValue(lines)].map((one) => one * sign)
  return {
    received: figures(imports),
    sold: figures(costs),
    reclaimed: figures(
      costs.filter(({ kind }) => kind === 'refund'),
      -1,
    ),
  }
}

const minus = (one: readonly number[], other: readonly number[]) => one.map((each, i) => each - (other[i] ?? 0))

/** Returns a row as the report should have it, computed from the book. */
function rowOf(book: Book, owner: Owner, date_from: string, date_to: string, isMeant: (line: Line) => boolean): Record<string, number[]> {
  const before = movesOf(book, owner, (line) => isMeant(line) && line.day < date_from)
  const during = movesOf(book, owner, (line) => isMeant(line) && within({ date_from, date_to })(line))
  const closing = ({ received, sold, reclaimed }: typeof before) => minus(minus(received, sold), reclaimed)
  const opening = closing(before)
  return { opening, ...during, closing: minus(opening, minus([0, 0, 0], closing(during))) }
}

const told = (row: Row, part: string) => [Number(row[part]), amountOf(row[`${part}_cost`]), amountOf(row[`${part}_value`])]
const PARTS = ['opening', 'received', 'sold', 'reclaimed', 'closing']

export async function stock(month: Month, book: Book): Promise<Compared> {
  const said = new Compared()
  for (const owner of OWNERS) {
    const cards = month.goods.cards.filter((card) => card.owner === owner)
    const batches = month.goods.batches.filter((batch) => batch.owner === owner)
    for (const { configuration_id, name, value } of cards) {
      const answer = await month.people.done(owner, '/inventory_list/', { configuration_id, limit: 100 })
      const of = (line: Line) => line.configuration_id === configuration_id
      const { received, sold } = movesOf(book, owner, of)
      const back = movesOf(book, owner, of).reclaimed
      const gone = (sold[0] ?? 0) + (back[0] ?? 0)
      const [row] = listOf(answer)
      said.same(`stock of ${name}`, [row?.unsold, row?.sold, amountOf(row?.value)], [(received[0] ?? 0) - gone, gone, value])
      const got = new Map(listOf(answer, 'batches').map((one) => [String(one.batch_no), [one.quantity, one.sold, one.unsold, one.supplier_name]]))
      const due = new Map(
        batches
          .filter((batch) => batch.configuration_id === configuration_id)
          .map(({ batch_no, supplier }) => {
            const moves = movesOf(book, owner, (line) => line.batch === batch_no)
            const out = (moves.sold[0] ?? 0) + (moves.reclaimed[0] ?? 0)
            return [String(batch_no), [moves.received[0], out, (moves.received[0] ?? 0) - out, supplier]]
          }),
      )
      said.rows(`batches of ${name}`, got, due)
      const { content } = await month.people.all(owner, '/get_sold_pins_by_batch/', { configuration_id }, 100)
      said.same(`sold PINs of ${name}`, content.length, gone)
    }
    for (const period of periodsOf(month)) {
      const { date_from, date_to } = period
      const ask = async (by: string, filters: Row = {}) => month.people.all(owner, '/get_stock_report/', { ...period, by, filters }, 100)
      const by = async (group: string, keyOf: (row: Row) => string, due: Map<string, (line: Line) => boolean>) => {
        const { content, last } = await ask(group)
        const got = new Map(content.filter((row) => due.has(keyOf(row))).map((row) => [keyOf(row), PARTS.map((part) => told(row, part))]))
        const rows = [...due].map(([key, isMeant]) => [key, rowOf(book, owner, date_from, date_to, isMeant)] as const)
        // The report has no row for goods that had neither stock nor movements.
        const there = rows.filter(([key, row]) => got.has(key) || Object.values(row).some(([pieces]) => pieces !== 0))
        said.rows(`stock by ${group} ${date_from}`, got, new Map(there.map(([key, row]) => [key, PARTS.map((part) => row[part])])))
        said.same(`the mark of stock by ${group}`, objectOf(last, 'agrees').agrees, true)
      }
      const is = (key: keyof Line, due: unknown) => (line: Line) => line[key] === due
      await by('denomination', (row) => String(row.configuration_id), new Map(cards.map(({ configuration_id: id }) => [id, is('configuration_id', id)])))
      await by('batch', (row) => String(row.batch_no), new Map(batches.map(({ batch_no }) => [String(batch_no), is('batch', batch_no)])))
      const names = month.goods.suppliers.filter((one) => one.owner === owner)
      await by('supplier', (row) => String(row.supplier_name), new Map(names.map(({ name }) => [name, is('supplier', name)])))
      for (const { name, supplier_id } of names) {
        const { last } = await ask('denomination', { supplier_id })
        const due = rowOf(book, owner, date_from, date_to, is('supplier', name))
        said.same(
          `stock of ${name} ${date_from}`,
          PARTS.map((part) => told(objectOf(last, 'totals'), part)),
          PARTS.map((part) => due[part]),
        )
      }
    }
  }
  return said
}
