// Pages of rows: read together with the number of all rows, and returned in the shape that the contract declares (contract/kit/rows.ts).

export type Counted = { total_count: number }
type PageInput = { page: number; limit: number }

/** The page that was requested, with the number of all rows. */
export const pageOf = ({ page, limit }: PageInput, total_count: number) => ({ page, limit, total_count })

/** The answer of a list: the rows of a page with its number and the number of all rows. */
export const listed = <Row>(asked: PageInput, content: Row[], total_count: number) => ({ content, filters: pageOf(asked, total_count) })

/** The answer of a report; its totals cover all rows and not only those of the page. */
export const reported = <Row, Totals>(asked: PageInput, content: Row[], totals: Totals, total_count: number) => ({
  ...listed(asked, content, total_count),
  totals,
})

/**
 * Reads a page of rows, each of which has the number of all rows. A page beyond the last has no rows, so the number is then read from the first row of the
 * list.
 */
export async function counted<Row extends Counted>(
  { page, limit }: PageInput,
  read: (limit: number, offset: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; first: Row | undefined } & Counted> {
  const rows = await read(limit, page * limit)
  const [first] = rows.length > 0 || page === 0 ? rows : await read(1, 0)
  return { rows, first, total_count: first?.total_count ?? 0 }
}
