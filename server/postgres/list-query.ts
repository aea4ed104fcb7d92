// A list's query in parts. The same parts read a page, count all rows, and let an export read on from page to page (cursors.ts).
import type { Named, Query } from './db.ts'
import type { Values } from './parameters.ts'

export type List = {
  /** SQL: `with …`, for rows that are read once and used for every row of the list. */
  before?: string
  select: string
  from: string
  where: string
  order: string
  /** SQL around the page, for columns that only the page's rows need. It adds columns and never removes or reorders rows. */
  around?: (page: string) => string
}

type Page = { limit: number; page: number } | { limit: number; offset: number }

/** The statement of one page; with a limit and an offset of null it reads the whole list. Parts may use :limit and :offset as well. */
export function pageOf({ before = '', select, from, where, order, around = (page) => page }: List, values: Values, page: Page): Named {
  const { limit } = page
  const offset = 'offset' in page ? page.offset : page.page * limit
  const text = around(
    `${before} select ${select} from ${from}
      where ${where} order by ${order} limit :limit offset :offset`,
  )
  return { name: '', text, values: { ...values, limit, offset }, isPage: true }
}

/** The number of rows of the whole list. */
export const countOf = async (q: Query, { before = '', from, where }: Pick<List, 'before' | 'from' | 'where'>, values: Values): Promise<number> =>
  (await q.query<{ n: number }>(`${before} select count(*)::int as n from ${from} where ${where}`, values))[0]?.n ?? 0
