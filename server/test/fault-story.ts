// Compares what our books have of the fault matrix's orders with what truly happened at the supplier; each contradiction is returned as a line of text.
import { rowsOf } from './arrange.ts'
import type { Cell } from './fault-matrix.ts'
import type { World } from './world.ts'

export type Row = { key: string; hold: 'open' | 'posted' | 'void'; state: string; sales: number; cases: string[] }

export async function rowsOfCells(w: World, cells: readonly Cell[]): Promise<Map<string, Row>> {
  const rows = await rowsOf<Row>(
    w,
    `select h.key, h.state as hold, o.state,
            (select count(*)::int from sales s where s.tenant_id = 1 and s.key = h.key) as sales,
            array(select c.kind from cases c where c.tenant_id = 1 and c.key = h.key order by 1) as cases
       from holds h join live_orders o on o.tenant_id = 1 and o.key = h.key
      where h.tenant_id = 1 and h.key = any ($1)`,
    [cells.map(({ key }) => key)],
  )
  return new Map(rows.map((row) => [row.key, row]))
}

/**
 * Returns what is wrong with a cell's order. It is undefined for an order that was posted and delivered once, that was voided and not delivered, or that is
 * left open as expected.
 */
export function quarrelOf({ player, fault, death, key }: Cell, row: Row | undefined, there: number): string | undefined {
  const isLate = fault === 'late success after refusal'
  const fits = (hold: Row['hold'], sales: number, delivered: number, cases: readonly string[] = []) =>
    row?.hold === hold && row.sales === sales && there === delivered && row.cases.join() === cases.join()
  const isOpenByName = player.isLeftOpen && row?.hold === 'open' && row.state === 'manual' && row.sales === 0 && there < 2
  if (fits('posted', 1, 1) || fits('void', 0, 0) || (isLate && fits('void', 0, 1, ['late_delivery'])) || isOpenByName) return undefined
  return `${player.name}, ${fault}, dies ${death}: ${JSON.stringify({ ...row, there })} ${key}`
}

/** Returns for each supplier the deliveries under references that belong to none of our orders. */
export function strangersOf(cells: readonly Cell[]): string[] {
  const ours = new Set(cells.map(({ key }) => key))
  return [...new Map(cells.map(({ player }) => [player.there, player])).values()].flatMap(({ delivered }) => delivered().filter((key) => !ours.has(key)))
}
