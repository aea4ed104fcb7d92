// A page of rows that carry the total count. A page beyond the last has no rows, so the total is then read from the first row.

export type Counted = { total_count: number }

export async function counted<Row extends Counted>(
  { page, limit }: { page: number; limit: number },
  read: (limit: number, offset: number) => Promise<Row[]>,
): Promise<{ rows: Row[] } & Counted> {
  const rows = await read(limit, page * limit)
  const [first] = rows.length > 0 || page === 0 ? rows : await read(1, 0)
  return { rows, total_count: first?.total_count ?? 0 }
}
