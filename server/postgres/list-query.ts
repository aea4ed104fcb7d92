// A list's query in parts: of the same parts a page is read, the whole is counted, and an export reads on from page to page (cursors.ts).
import type { Named, Query } from './db.ts'
import type { Values } from './parameters.ts'

export type List = {
  /** SQL: `with …`, for what is found once and used by every row. */
  before?: string
  select: string
  from: string
  where: string
  order: string
  /** What only the rows of a page need, read around them and in their order. It adds to each row, and never leaves rows out or counts them. */
  around?: (page: string) => string
}

type Page = { limit: number; page: number } | { limit: number; offset: number }

/** The statement of one page; with a limit and an offset of null it answers the whole list. Parts may use :limit and :offset as well. */
export function pageOf({ before = '', select, from, where, order, around = (page) => page }: List, values: Values, page: Page): Named {
  const { limit } = page
  const offset = 'offset' in page ? page.offset : page.page * limit
  const text = around(
    `${before} select ${select} from ${from}
      where ${where} order by ${order} limit :limit offset :offset`,
  )
  return { name: '', text, values: { ...values, limit, offset }, isPage: true }
}

/** How many rows the whole list has. */
export const countOf = async (q: Query, { before = '', from, where }: Pick<List, 'before' | 'from' | 'where'>, values: Values): Promise<number> =>
  (await q.query<{ n: number }>(`${before} select count(*)::int as n from ${from} where ${where}`, values))[0]?.n ?? 0
